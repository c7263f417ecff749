import type { SimpleCommand } from '../command.ts';

/** Addresses of this machine and its private networks. */
const LOCAL =
  /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|host\.docker\.internal|[\w-]+\.(local|localhost|test|internal))$/i;

/** The host of a URL or of `host/path`, `host:port`; empty where there is none. */
export function hostOf(text: string): string {
  const rest = text.replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '');
  const host = rest.split(/[/?#]/, 1)[0] ?? '';
  return host.slice(host.lastIndexOf('@') + 1).replace(/:\d*$/, '');
}

/** Whether the text is a URL that leaves this machine. */
export function isRemoteUrl(text: string): boolean {
  return /^(https?|ftp|git|git\+https?|git\+ssh):\/\//i.test(text) && !LOCAL.test(hostOf(text));
}

/** Whether a host is another machine. */
export function isRemoteHost(host: string): boolean {
  return host !== '' && !LOCAL.test(host);
}

const FETCHERS =
  /^(curl|wget2?|fetch|aria2c|http|https|xh|lynx|w3m|links|nc|ncat|netcat|socat|telnet|ftp|dig|nslookup|ssh|Invoke-WebRequest|iwr|irm|Invoke-RestMethod)$/;

/** Whether the command brings bytes from another machine. A URL of this machine doesn't. */
export function fetchesRemote(command: SimpleCommand): boolean {
  if (command.name === 'gh') return /^(api|gist)$/.test(command.words[1]?.text ?? '');
  if (!FETCHERS.test(command.name)) return false;
  return goesOut(command);
}

/** Whether a network command speaks to another machine, as far as its words show: unknown counts as yes. */
export function goesOut(command: SimpleCommand): boolean {
  const words = command.words.slice(1).map((word) => word.text);
  const urls = words.filter((word) => /^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(word));
  if (urls.length > 0) return urls.some(isRemoteUrl);
  const hosts = words.filter(
    (word) =>
      !word.startsWith('-') && /^(localhost|\[::1\]|[\w-]+(\.[\w-]+)+|127\.0\.0\.1)(:\d+)?(\/|$)/.test(word),
  );
  return hosts.length === 0 || hosts.some((word) => isRemoteHost(hostOf(word)));
}
