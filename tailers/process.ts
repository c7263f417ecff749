import { request } from 'node:http';
import { homedir } from 'node:os';
import type { Duplex } from 'node:stream';
import { TracekitError } from '../src/model/error.ts';
import { encodeFrame, FrameReader } from '../src/model/tail-frames.ts';
import { type FromTailer, TAILER_PATH, TAILER_PROTOCOL, type ToTailer } from '../src/model/tail-session.ts';
import { folderTree } from './folder-tree.ts';
import { SessionTail } from './session-tail.ts';
import { TAILERS } from './tailers.ts';
import { watchRoots } from './watch.ts';
import { systemPorts } from './watch-ports.ts';

/** `no_socket`: started without the signer's socket. `refused`: the signer did not start this process. */
export type TailerProcessErrorCode = 'no_socket' | 'refused';

/**
 * The tailer's process: one for all sessions of a user. Started with the signer's socket as its argument and a secret
 * on standard input, by which the signer knows it for the one that it started. Ends when the connection does.
 */
async function run(): Promise<void> {
  const socket = process.argv[2];
  if (socket === undefined)
    throw new TracekitError<TailerProcessErrorCode>(
      'no_socket',
      "expected the path of the signer's socket as the first argument, found none; the signer starts this program (tracekit signer run)",
    );
  const stream = await connect(socket, await readSecret());
  const ended = new Promise<void>((resolve) => stream.once('close', resolve));
  // A signer that is gone shows as the end of the stream.
  stream.on('error', () => undefined);
  const post = (message: FromTailer): void => {
    for (const piece of encodeFrame(message)) stream.write(piece);
  };
  const tail = new SessionTail({
    tailers: TAILERS,
    rootsOf: (tailer) => tailer.roots(process.env, homedir()),
    post,
    clock: Date.now,
    watch: (roots, on, interest) =>
      watchRoots(roots, on, { interest, ports: { ...systemPorts(), tree: folderTree } }),
    failed: (error) => {
      stream.destroy();
      process.stderr.write(`tracekit tailer: ${error instanceof Error ? error.message : String(error)}\n`);
    },
  });
  const frames = new FrameReader();
  stream.on('data', (bytes: Buffer) => {
    for (const message of frames.push(bytes)) tail.receive(message as ToTailer);
  });
  await ended;
  tail.close();
}

async function readSecret(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8').trim();
}

function connect(socketPath: string, secret: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const asked = request({
      socketPath,
      path: TAILER_PATH,
      headers: { connection: 'Upgrade', upgrade: TAILER_PROTOCOL, authorization: `Bearer ${secret}` },
    });
    asked.on('upgrade', (_response, stream, head) => {
      if (head.length > 0) stream.unshift(head);
      resolve(stream);
    });
    asked.on('response', ({ statusCode }) =>
      reject(
        new TracekitError<TailerProcessErrorCode>(
          'refused',
          `${socketPath}: expected the signer to take the tailer, found HTTP status ${statusCode}; only a tailer that it started is taken (tracekit signer run)`,
        ),
      ),
    );
    asked.on('error', reject);
    asked.end();
  });
}

await run();
// The watches' timers would keep the process.
process.exit(0);
