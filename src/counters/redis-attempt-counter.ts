import type { Redis } from 'ioredis';
import type { Clock } from '../kernel/clock.ts';
import type { AttemptAnswer, AttemptCounter, AttemptOutcome, AttemptRule } from './attempt-counter.ts';
import { attemptsKeptFor } from './attempt-counter.ts';
import { FAIL_ATTEMPT, RELEASE_ATTEMPT, RESERVE_ATTEMPT } from './attempt-scripts.ts';
import { redisScript, type ScriptArgument } from './redis-script.ts';

type ReserveReply = readonly [kind: 'reserved' | 'locked' | 'busy', value: number];
type FailReply = readonly [failures: number, lockedUntil: number];

/**
 * The attempts all nodes share, one hash a key. Times are the calling node's, whose clocks are assumed to be kept by NTP
 * within a second of each other. A node off by `d` sees a lock end earlier or later by `d`. The threshold holds all the
 * same: between the closing of a window and its going stale lie ten seconds, in which every attempt is long over.
 */
export function redisAttemptCounter(redis: Redis, rule: AttemptRule, clock: Clock, prefix: string): AttemptCounter {
  const keep = attemptsKeptFor(rule);
  const script = (name: string, lua: string) => {
    const run = redisScript(redis, name, 1, lua);
    return (key: string, ...rest: ScriptArgument[]) => run(`${prefix}${key}`, clock.now(), keep, ...rest);
  };
  const reserve = script('attemptReserve', RESERVE_ATTEMPT);
  const fail = script('attemptFail', FAIL_ATTEMPT);
  const release = script('attemptRelease', RELEASE_ATTEMPT);

  return {
    async reserve(key): Promise<AttemptAnswer> {
      const [kind, value] = (await reserve(key, rule.threshold)) as ReserveReply;
      if (kind === 'reserved') return { kind, reservation: { key, window: value } };
      return kind === 'locked' ? { kind, until: value } : { kind };
    },
    async fail({ key, window }): Promise<AttemptOutcome> {
      const [failures, lockedUntil] = (await fail(key, window, rule.threshold, rule.lockFor)) as FailReply;
      return { failures, lockedUntil: lockedUntil === 0 ? null : lockedUntil };
    },
    async release({ key, window }) {
      await release(key, window);
    },
  };
}
