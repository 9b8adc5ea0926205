import type { Redis } from 'ioredis';
import type { Clock } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import { redisScript } from './redis-script.ts';
import type { SlidingWindow, TakeAnswer, WindowAnswer, WindowReservation, WindowRule } from './sliding-window.ts';
import { checkedWindowRule } from './sliding-window.ts';
import { CLEAR, COUNT, RELEASE, RENEW, RESERVE, TAKE } from './sliding-window-scripts.ts';

type Reply = readonly [kind: 'reserved' | 'blocked' | 'busy', until: Milliseconds];

/**
 * The window all nodes share. `prefix` names the limit: two rules never share one. Times are the calling node's: the
 * clocks are assumed to be kept by NTP within a second of each other. A node that is off by `d` sees each window longer
 * or shorter by `d` at most; nothing is derived from Redis' own clock, which could be off in a third way.
 */
export function redisSlidingWindow(redis: Redis, rule: WindowRule, clock: Clock, prefix: string): SlidingWindow {
  const { most, within } = checkedWindowRule(rule);
  const script = (name: string, lua: string) => {
    const run = redisScript(redis, name, 2, lua);
    // The braces keep both keys in one slot where Redis is split into many.
    return ({ key, id }: WindowReservation) =>
      run(`${prefix}{${key}}:counted`, `${prefix}{${key}}:open`, clock.now(), id, most, within);
  };
  const reserve = script('windowReserve', RESERVE);
  const count = script('windowCount', COUNT);
  const release = script('windowRelease', RELEASE);
  const renew = script('windowRenew', RENEW);
  const clear = script('windowClear', CLEAR);
  const take = script('windowTake', TAKE);

  return {
    async reserve(key): Promise<WindowAnswer> {
      const reservation = { key, id: opaqueId() };
      const [kind, until] = (await reserve(reservation)) as Reply;
      if (kind === 'reserved') return { kind, reservation };
      return kind === 'blocked' ? { kind, until } : { kind };
    },
    async count(reservation) {
      await count(reservation);
    },
    async release(reservation) {
      await release(reservation);
    },
    async renew(reservation) {
      await renew(reservation);
    },
    async clear(reservation) {
      return (await clear(reservation)) === 1;
    },
    async take(key): Promise<TakeAnswer> {
      const [kind, until] = (await take({ key, id: opaqueId() })) as Reply;
      return kind === 'reserved' ? { allowed: true } : { allowed: false, until };
    },
  };
}
