import { ATTEMPT_WINDOW_CLOSES_AFTER, ATTEMPT_WINDOW_STALE_AFTER } from './attempt-counter.ts';

/** KEYS: one hash. ARGV: now, the time to keep the key, then what each script names. `locked` 0 is no lock. */
const PREAMBLE = `
local key, now, keep = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local row = redis.call('HMGET', key, 'failures', 'pending', 'window', 'locked')
local failures, pending = tonumber(row[1]) or 0, tonumber(row[2]) or 0
local window, locked = tonumber(row[3]) or 0, tonumber(row[4]) or 0

local function save()
  redis.call('HSET', key, 'failures', failures, 'pending', pending, 'window', window, 'locked', locked)
  redis.call('PEXPIRE', key, keep)
end

local function settle(reserved)
  if reserved == window and pending > 0 then pending = pending - 1 end
end
`;

/** ARGV[3]: threshold. The reasons stand at the same rules of the memory counter. */
export const RESERVE_ATTEMPT = `${PREAMBLE}
local threshold = tonumber(ARGV[3])
if locked > now then
  redis.call('PEXPIRE', key, keep)
  return { 'locked', locked }
end
if locked > 0 then failures, locked = 0, 0 end
if pending == 0 or now - window >= ${ATTEMPT_WINDOW_STALE_AFTER} then
  pending, window = 0, math.max(now, window + 1)
end
if pending > 0 and (now - window > ${ATTEMPT_WINDOW_CLOSES_AFTER} or failures + pending >= threshold) then
  save()
  return { 'busy', 0 }
end
pending = pending + 1
save()
return { 'reserved', window }
`;

/** ARGV[3]: window of the reservation, ARGV[4]: threshold, ARGV[5]: duration of the lock. */
export const FAIL_ATTEMPT = `${PREAMBLE}
settle(tonumber(ARGV[3]))
failures = failures + 1
if failures >= tonumber(ARGV[4]) then locked = now + tonumber(ARGV[5]) end
save()
return { failures, locked }
`;

/** ARGV[3]: window of the reservation. */
export const RELEASE_ATTEMPT = `${PREAMBLE}
if not row[1] then return end
settle(tonumber(ARGV[3]))
save()
`;
