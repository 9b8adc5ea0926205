import type { FastifyReply } from 'fastify';
import type { Route } from '../http/define-route.ts';
import { AppError } from '../kernel/app-error.ts';
import { seconds } from '../kernel/durations.ts';

const OPEN_OF_ONE = 8;

/** Files and streams of events go on after their handler has returned, as slowly as the reader takes them; pictures are small. */
export const staysOpen = ({ access, responses: { success } }: Route): boolean =>
  access.kind !== 'open' && (success.mediaTypes?.some((type) => !type.startsWith('image/')) ?? false);

/**
 * A caller has few such answers open at a time: each holds memory, and asks the store again and again, for as long as it is read. A reader
 * who takes nothing for a minute is cut off by `connectionTimeout`.
 */
export function openAnswers() {
  const open = new Map<string | number, number>();
  /** Until the response is over. @throws AppError 429 `request.too_many_open` */
  return (caller: string | number, { raw }: FastifyReply): void => {
    const own = open.get(caller) ?? 0;
    if (own >= OPEN_OF_ONE) throw new AppError('request.too_many_open', { retryAfter: seconds(10) });
    if (raw.destroyed) return;
    open.set(caller, own + 1);
    raw.once('close', () => {
      const left = (open.get(caller) ?? 0) - 1;
      if (left > 0) open.set(caller, left);
      else open.delete(caller);
    });
  };
}
