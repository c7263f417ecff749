import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { duration } from '../text/numbers.ts';

/** How long somebody can still answer. `until` is in ms since 1970. Hidden from screen readers, who need no clock that ticks. */
export function TimeLeft({ until }: { readonly until: number }): JSX.Element {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.floor((until - now) / 1_000) * 1_000;
  return (
    <span class="time-left" aria-hidden="true">
      {left > 0 ? `${duration(left).replace('.0 s', ' s')} left` : 'time is up'}
    </span>
  );
}
