/** 32,768 lines: a transcript of millions would make one message of hundreds of megabytes. */
const PIECE_BYTES = 2 ** 20;

/** Digests of lines on their way to the recorder, in pieces of about 1 MiB. */
export class DigestPieces {
  private readonly send: (piece: Uint8Array) => void;
  private held: Uint8Array[] = [];
  private bytes = 0;

  constructor(send: (piece: Uint8Array) => void) {
    this.send = send;
  }

  /** Takes the bytes as they are now. */
  add(digests: Uint8Array): void {
    this.held.push(new Uint8Array(digests));
    this.bytes += digests.length;
    if (this.bytes >= PIECE_BYTES) this.send(this.rest());
  }

  /** What was not sent. */
  rest(): Uint8Array {
    const whole = new Uint8Array(Buffer.concat(this.held));
    this.held = [];
    this.bytes = 0;
    return whole;
  }
}
