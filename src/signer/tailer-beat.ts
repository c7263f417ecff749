import type { TailerLink } from './tailer-link.ts';

/** In milliseconds. */
export type TailerTimes = {
  /** How often a tailer is asked whether it is there; one that said nothing for four of these is lost. */
  readonly beat: number;
  /** The wait before a lost tailer is started again; twice as long after each loss, up to `lastRetry`. */
  readonly firstRetry: number;
  readonly lastRetry: number;
  /** A tailer that has worked for so long is not to blame for what comes: the wait is the first one again. */
  readonly steady: number;
  /** A run that ends while no tailer is there waits so long for the next one, which reads what is left. */
  readonly wait: number;
  /** A signer that stops waits so long for what its runs' transcripts still have: others wait for it. */
  readonly last: number;
};

export type TailerNews = {
  /** It has answered nothing for long. */
  readonly silent: () => void;
  /** It has worked for long. */
  readonly steady: () => void;
};

/** Beats, not time: a computer that slept, or a signer that was stopped, has heard nobody. */
const SILENT_BEATS = 3;

/** Asks a tailer from time to time whether it is there: one that is stopped, or hangs, keeps its connection. */
export class TailerBeat {
  private readonly beating: NodeJS.Timeout;
  private readonly lasting: NodeJS.Timeout;

  constructor(link: Pick<TailerLink, 'heard' | 'ping'>, { beat, steady }: TailerTimes, news: TailerNews) {
    this.lasting = setTimeout(news.steady, steady);
    this.lasting.unref();
    let [heard, silent] = [link.heard, 0];
    this.beating = setInterval(() => {
      silent = link.heard === heard ? silent + 1 : 0;
      heard = link.heard;
      if (silent > SILENT_BEATS) news.silent();
      else void link.ping();
    }, beat);
    this.beating.unref();
  }

  stop(): void {
    clearInterval(this.beating);
    clearTimeout(this.lasting);
  }
}
