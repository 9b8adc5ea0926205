import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';

/** Three times within a lease period. */
const RENEWED_EVERY: Milliseconds = seconds(0.5);

/** Upper bound for a guess to wait for its hash and be evaluated; its slot is not renewed after that. */
const LONGEST: Milliseconds = seconds(20);

/** Renews the slots of evaluations in progress. Slots of a dead process lapse. */
export interface SlotKeeper<Held> {
  keep(held: Held): void;
  /** Resolves once no renewal of this slot is running. */
  letGo(held: Held): Promise<void>;
}

/** `renew` gets all held slots and must not let one failure stop the others. */
export function slotKeeper<Held>(renew: (held: readonly Held[]) => Promise<void>): SlotKeeper<Held> {
  const since = new Map<Held, Milliseconds>();
  let renewing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    for (const [held, at] of since) if (performance.now() - at > LONGEST) since.delete(held);
    await renew([...since.keys()]).catch(() => {}); // store unavailable: an expired slot is checked again when the evaluation ends
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
