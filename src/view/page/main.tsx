import { httpSource } from './http/http-source.ts';
import { takeToken } from './http/token.ts';
import { type Mounted, mount } from './mount.tsx';
import { messageOf } from './shell/loaded.tsx';

const NO_TOKEN =
  'This page needs the token at the end of the address that tracekit view printed. Open that address again, whole.';

/** The page of `tracekit view`: its data come from the server that it came from. */
async function main(root: HTMLElement): Promise<void> {
  let mounted: Mounted | undefined;
  try {
    const token = await takeToken(window);
    if (token === undefined) throw new Error(NO_TOKEN);
    const source = await httpSource(token, (connected) => mounted?.setConnected(connected));
    mounted = mount(root, source);
  } catch (error) {
    const said = document.createElement('p');
    said.className = 'cannot-start';
    said.setAttribute('role', 'alert');
    said.textContent = messageOf(error);
    root.replaceChildren(said);
  }
}

void main(document.getElementById('page')!);
