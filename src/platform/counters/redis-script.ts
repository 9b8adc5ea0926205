import type { Redis } from 'ioredis';
import { traced } from '../metrics/trace.ts';
import { countersUnavailable } from './counters-errors.ts';

export type ScriptArgument = string | number;
export type RedisScript = (...keysAndArguments: ScriptArgument[]) => Promise<unknown>;

/**
 * One atomic Lua script as a function of `keys` keys, then arguments. The client sends EVALSHA, and the text again
 * after NOSCRIPT from a restarted Redis. Throws `counters.unavailable` on every failure.
 */
export function redisScript(redis: Redis, name: string, keys: number, lua: string): RedisScript {
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
