import { type Milliseconds, seconds } from '../kernel/durations.ts';

/** Three times within a lease period. */
const RENEWED_EVERY: Milliseconds = seconds(0.5);

/** Upper bound for a guess to wait for its hash and be evaluated; its place is not renewed after that. */
const LONGEST: Milliseconds = seconds(20);

/** Renews the places of evaluations in progress. Places of a dead process lapse. */
export interface PlaceKeeper<Held> {
  keep(held: Held): void;
  /** Resolves once no renewal of this place is running. */
  letGo(held: Held): Promise<void>;
}

/** `renew` gets all held places and must not let one failure stop the others. */
export function placeKeeper<Held>(renew: (held: readonly Held[]) => Promise<void>): PlaceKeeper<Held> {
  const since = new Map<Held, Milliseconds>();
  let renewing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    for (const [held, at] of since) if (performance.now() - at > LONGEST) since.delete(held);
    await renew([...since.keys()]).catch(() => {}); // store unavailable: an expired place is checked again when the evaluation ends
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
