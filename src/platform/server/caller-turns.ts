import type { FastifyReply } from 'fastify';
import type { Route } from '../http/define-route.ts';
import { AppError } from '../kernel/app-error.ts';
import { seconds } from '../kernel/durations.ts';
import { pace } from '../kernel/pace.ts';
import { turnQueue } from '../kernel/turn-queue.ts';

/** A page has a dozen requests in flight. Everybody of a school may have one address, until they have signed in. */
const OF_ONE_AT_ONCE = 4;
const WAITING_OF_ONE = 512;
const LONGEST = 2048;

/**
 * `in-line`: a caller has few such answers in the making. `paced`: begun a few per turn of the event loop. The handler of a `paced` route
 * reads the body itself, as slowly as the client sends it, and must not keep the caller's place meanwhile.
 */
export type TurnKind = 'in-line' | 'paced' | 'none';

export function turnKindOf({ withoutTurn, limit, request, isSearch }: Route): TurnKind {
  if (isSearch) return 'in-line';
  if (withoutTurn !== undefined || limit.kind === 'lockout') return 'none'; // sign-ins have `fairTurns`, and the line of hashing
  return request.form || request.handedOver ? 'paced' : 'in-line';
}

export interface CallerTurns {
  /** Runs `work` when it is the caller's turn; told whether it had to wait. */
  inLine(caller: string, isSearch: boolean, work: (hasWaited: boolean) => Promise<unknown>): Promise<unknown>;
}

/**
 * Nobody holds everybody: a caller (account, service, else address) has few answers in the making, further calls wait behind them,
 * and between those of all callers the event loop turns. Of routes that may look at thousands of rows `searchesAtOnce` ask the
 * store, so that others find it free. Without room it refuses with `request.too_many_at_once` (429).
 */
export function callerTurns(searchesAtOnce: number): CallerTurns {
  const bounds = { mostWaiting: LONGEST, mostWaitingPerCaller: WAITING_OF_ONE, full };
  const calls = turnQueue({ mostRunningPerCaller: OF_ONE_AT_ONCE, ...bounds });
  const searches = turnQueue({ mostRunning: searchesAtOnce, ...bounds });
  return {
    inLine: (caller, isSearch, work) =>
      calls.run(caller, async (hasWaited) => {
        const begin = async (hasWaitedToo: boolean) => {
          const turn = pace();
          await turn;
          return work(hasWaited || hasWaitedToo || turn !== undefined);
        };
        return isSearch ? searches.run(caller, begin) : begin(false);
      }),
  };
}

const full = () => new AppError('request.too_many_at_once', { retryAfter: seconds(2) });

/** So many take a millisecond or two together. */
const TURNS_PER_TICK = 16;

/**
 * Lets a crowd through a few at a time: a thousand concurrent sign-ins would otherwise be processed in one go while everybody
 * else waits. Returns `undefined` when there is no need to wait.
 */
export function fairTurns(): () => Promise<void> | undefined {
  const waiting: (() => void)[] = [];
  let admitted = 0;
  const nextTurn = () => {
    const next = waiting.splice(0, TURNS_PER_TICK);
    admitted = next.length;
    if (admitted > 0) setImmediate(nextTurn);
    for (const admit of next) admit();
  };
  return () => {
    if (admitted >= TURNS_PER_TICK) return new Promise<void>((admit) => waiting.push(admit));
    if (admitted === 0) setImmediate(nextTurn);
    admitted++;
    return undefined;
  };
}

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
