import type { Redis } from 'ioredis';
import type { Clock } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import { traced } from '../metrics/trace.ts';
import { countersUnavailable } from './counters-errors.ts';
import {
  checkedWindowRule,
  type SlidingWindow,
  type TakeAnswer,
  type WindowAnswer,
  type WindowReservation,
  type WindowRule,
} from './sliding-window.ts';
import { CLEAR, COUNT, RELEASE, RENEW, RESERVE, TAKE } from './sliding-window-scripts.ts';

type Reply = readonly [kind: 'reserved' | 'blocked' | 'busy', until: Milliseconds];

/**
 * The window shared by all nodes. `prefix` names the limit and must be unique to each rule. Times are those of the calling node,
 * which NTP keeps within a second: a node off by `d` sees windows longer or shorter by at most `d`. Redis' own clock would only
 * add another deviation.
 */
export function redisSlidingWindow(redis: Redis, rule: WindowRule, clock: Clock, prefix: string): SlidingWindow {
  const { most, within } = checkedWindowRule(rule);
  const script = (name: string, lua: string) => {
    const run = redisScript(redis, name, 2, lua);
    // The braces keep both keys in one slot of a Redis cluster.
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

type ScriptArgument = string | number;
type RedisScript = (...keysAndArguments: ScriptArgument[]) => Promise<unknown>;

/**
 * One atomic Lua script as a function of `keys` keys, then arguments. The client sends EVALSHA, and the text again
 * after NOSCRIPT from a restarted Redis. Throws `counters.unavailable` on every failure.
 */
function redisScript(redis: Redis, name: string, keys: number, lua: string): RedisScript {
  redis.defineCommand(name, { lua, numberOfKeys: keys });
  const commands = redis as unknown as Record<string, RedisScript>; // no type knows what `defineCommand` adds
  const attributes = { 'db.system.name': 'redis', 'db.operation.name': 'EVALSHA', 'db.stored_procedure.name': name };
  const span = { name: `redis ${name}`, kind: 'client', attributes } as const;
  return async (...keysAndArguments) => {
    try {
      return await traced(span, async () => commands[name]?.(...keysAndArguments));
    } catch (failure) {
      throw countersUnavailable(failure);
    }
  };
}
