import { type Milliseconds, seconds } from '../kernel/durations.ts';

/** Places are renewed this often, three times in the period that they are leased for. */
const RENEWED_EVERY: Milliseconds = seconds(0.5);

/** The longest that a guess may wait for its hash and be evaluated; no place is kept longer. */
const LONGEST: Milliseconds = seconds(20);

/** Keeps the places of guesses under way while this process lives. Those of a process that died are not renewed. */
export interface PlaceKeeper<Held> {
  keep(held: Held): void;
  /** Resolves when nothing touches its places any more. */
  letGo(held: Held): Promise<void>;
}

/** `renew` gets all held places; one that fails must not stop the others. */
export function placeKeeper<Held>(renew: (held: readonly Held[]) => Promise<void>): PlaceKeeper<Held> {
  const since = new Map<Held, Milliseconds>();
  let renewing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    for (const [held, at] of since) if (performance.now() - at > LONGEST) since.delete(held);
    await renew([...since.keys()]).catch(() => {}); // the store is away: what lapses is judged when it ends
    renewing = undefined;
  };
  const beat = () => {
    if (since.size > 0) renewing ??= round();
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  return {
    keep: (held) => {
      since.set(held, performance.now());
      timer ??= setInterval(beat, RENEWED_EVERY).unref();
    },
    letGo: async (held) => {
      if (since.delete(held)) await renewing;
    },
  };
}
