import type { Redis } from 'ioredis';
import { countersUnavailable } from './counters-errors.ts';

export type ScriptArgument = string | number;
export type RedisScript = (...keysAndArguments: ScriptArgument[]) => Promise<unknown>;

/**
 * One atomic Lua script as a function: first its `keys` keys, then its arguments. The client sends EVALSHA and, where a
 * restarted Redis answers NOSCRIPT, the text again. Throws `counters.unavailable` for every failure.
 */
export function redisScript(redis: Redis, name: string, keys: number, lua: string): RedisScript {
  redis.defineCommand(name, { lua, numberOfKeys: keys });
  const commands = redis as unknown as Record<string, RedisScript>;
  return async (...keysAndArguments) => {
    try {
      return await commands[name]?.(...keysAndArguments);
    } catch (failure) {
      throw countersUnavailable(failure);
    }
  };
}
