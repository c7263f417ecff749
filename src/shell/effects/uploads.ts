import type { Target } from '../../model/target.ts';
import type { SimpleCommand } from '../command.ts';
import { readArguments } from '../options.ts';
import { inputText } from '../output.ts';
import { goesOut, hostOf, isRemoteHost } from './hosts.ts';

/** Stores of others that a copy is written into: `aws s3 cp x s3://…`. */
const STORE = /^(s3|gs|az|azure|abfss?|oss|cos|b2|r2|https?):\/\//i;

/** What an FTP client is told to send. */
const PUT = /(^|[\s;'"])(m?put|mirror\s+-\w*R)\s/;

/** Whether the command sends what files or other commands hold to another machine. */
export function uploads(command: SimpleCommand, targets: readonly Target[]): boolean {
  const words = command.words.slice(1).map((word) => word.text);
  switch (command.name) {
    case 'curl':
    case 'wget':
    case 'wget2':
    case 'http':
    case 'https':
    case 'xh':
      return goesOut(command) && sendsBody(command, words, targets);
    case 'nc':
    case 'ncat':
    case 'netcat':
    case 'socat':
    case 'telnet':
      return goesOut(command) && command.input !== undefined && !words.some((word) => /^-\w*[lz]/.test(word));
    case 'mail':
    case 'mailx':
    case 'sendmail':
    case 'mutt':
    case 'transfer':
    case 'croc':
    case 'ffsend':
    case 'wormhole':
      return command.name !== 'wormhole' || words[0] === 'send';
    case 'ssh':
      return goesOut(command) && isHiddenInput(command);
    case 'rsync':
    case 'scp':
      return isRemotePlace(lastOperand(command));
    case 'sftp':
    case 'lftp':
    case 'ftp':
      return goesOut(command) && PUT.test(`${inputText(command.input) ?? ''} ${words.join(' ')}`);
    default:
      return toStore(command.name, words);
  }
}

/** What is fed in, and does not stand in the line itself. */
function isHiddenInput({ input }: SimpleCommand): boolean {
  return input !== undefined && input.kind !== 'text' && inputText(input) === undefined;
}

const BODY = /^(-[dFT]|--data.*|--form.*|--upload-file|--post-file|--body-file|--json)$/;

function sendsBody(command: SimpleCommand, words: readonly string[], targets: readonly Target[]): boolean {
  const bodied = words.some((word) => BODY.test(word.split('=')[0]!) || /^-[FdT]./.test(word));
  if (!bodied) return false;
  if (targets.some((target) => target.role === 'read')) return true;
  // What flows in and is sent on, where the line does not show it: `tar c . | curl -T - …`.
  const piped = words.some((word, i) =>
    /^(-|\.|@-)$/.test(word)
      ? BODY.test(words[i - 1] ?? '')
      : /^(-[dT]@?-|-F.*=[@<]-|--[\w-]+=@?-|.*=[@<]-)$/.test(word),
  );
  return piped && command.input !== undefined && inputText(command.input) === undefined;
}

function lastOperand(command: SimpleCommand): string {
  const spec = {
    short: 'eFioPJBCfTM',
    long: [
      '--rsh',
      '--exclude',
      '--include',
      '--exclude-from',
      '--files-from',
      '--filter',
      '--rsync-path',
      '--port',
      '--bwlimit',
    ],
  };
  return readArguments(command.words.slice(1), spec).operands.at(-1)?.text ?? '';
}

/** `host:path`, `user@host:path`, `rsync://host/path` of another machine. */
function isRemotePlace(text: string): boolean {
  if (/^(rsync|scp|sftp):\/\//i.test(text)) return isRemoteHost(hostOf(text));
  const match = /^(?:[\w.$-]+@)?([\w.-]{2,}|\[[\da-f:]+\]):(?!\\)/i.exec(text);
  return match !== null && isRemoteHost(match[1]!);
}

function toStore(name: string, words: readonly string[]): boolean {
  const operands = words.filter((word) => !word.startsWith('-'));
  const line = `${name} ${operands.slice(0, 4).join(' ')}`;
  if (/^(aws s3|gsutil|gcloud storage|s5cmd|azcopy|ossutil|coscli) /.test(line)) {
    const at = operands.findIndex((word) => /^(cp|mv|sync|rsync|copy)$/.test(word));
    const [from = '', to = ''] = at < 0 ? [] : operands.slice(at + 1);
    return STORE.test(to) && !STORE.test(from);
  }
  if (name === 'rclone' && /^(copy|copyto|sync|move|moveto)$/.test(operands[0] ?? ''))
    return /^[\w-]{2,}:/.test(operands[2] ?? '') && !/^[\w-]{2,}:/.test(operands[1] ?? '');
  return /^(s3cmd (put|sync)|b2 (upload-file|file upload|sync)|az storage blob upload(-batch)?|oci os object (put|bulk-upload)|aws s3api put-object|swift upload|ipfs add)\b/.test(
    line,
  );
}
