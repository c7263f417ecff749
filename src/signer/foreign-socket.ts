/** Says what to do about a socket that is another user's. */
export function foreignSocket(path: string): string {
  return `${path}: expected a socket of this user in a folder that no other may write, found another's; remove it, or set XDG_RUNTIME_DIR to a private folder and restart the signer`;
}
