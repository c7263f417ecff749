import { render } from 'preact';
import type { ViewSource } from '../api.ts';
import { App } from './shell/app.tsx';
import { Live } from './shell/live.ts';
import './css/page.css';

/** A page that was put up. */
export type Mounted = {
  /** Tells it that events come in again, or no more. */
  readonly setConnected: (connected: boolean) => void;
  /** Takes it down. */
  readonly unmount: () => void;
};

/**
 * Puts the page up in `root`. It needs nothing but the source: the server's page gives it one over HTTP, a run's page on
 * disk one over the bundle that it carries.
 *
 * @example
 * mount(document.getElementById('page')!, source);
 */
export function mount(root: HTMLElement, source: ViewSource): Mounted {
  const live = new Live(source);
  render(<App source={source} live={live} />, root);
  live.start();
  return {
    setConnected: (connected) => live.setConnected(connected),
    unmount: () => {
      live.stop();
      render(null, root);
    },
  };
}
