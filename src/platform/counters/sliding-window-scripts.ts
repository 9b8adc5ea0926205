import { LAPSED_KEPT, RESERVATION_FORGOTTEN_AFTER, RESERVATION_LAPSES_AFTER } from './sliding-window.ts';

/**
 * KEYS: counted events, open reservations, both sorted sets of reservation ids by time. ARGV: now, reservation id,
 * most, within. Key expiry is housekeeping on Redis' own clock, slightly after the window's end, and not part of the
 * rule.
 */
const PREAMBLE = `
local counted, open = KEYS[1], KEYS[2]
local now, id, most, within = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])

local function settle()
  local at = redis.call('ZSCORE', open, id)
  redis.call('ZREM', open, id)
  return at and tonumber(at) > now - ${RESERVATION_FORGOTTEN_AFTER}
end

local function count()
  redis.call('ZADD', counted, now, id)
  redis.call('ZREMRANGEBYSCORE', counted, '-inf', now - within)
  redis.call('ZREMRANGEBYRANK', counted, 0, -(most + 1))
  redis.call('PEXPIRE', counted, within + ${RESERVATION_LAPSES_AFTER})
end

-- Nothing while there is a slot, else why there is none and until when at the latest.
local function obstacle()
  redis.call('ZREMRANGEBYSCORE', counted, '-inf', now - within)
  local events = redis.call('ZCARD', counted)
  if events >= most then
    return { 'blocked', redis.call('ZRANGE', counted, 0, 0, 'WITHSCORES')[2] + within }
  end
  local live = string.format('(%.0f', now - ${RESERVATION_LAPSES_AFTER})
  if events + redis.call('ZCOUNT', open, live, '+inf') >= most then
    local oldest = redis.call('ZRANGEBYSCORE', open, live, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    return { 'busy', oldest[2] + ${RESERVATION_LAPSES_AFTER} }
  end
end
`;

export const RESERVE = `${PREAMBLE}
local why = obstacle()
if why then return why end
redis.call('ZADD', open, now, id)
redis.call('ZREMRANGEBYSCORE', open, '-inf', now - ${RESERVATION_FORGOTTEN_AFTER})
redis.call('ZREMRANGEBYRANK', open, 0, -(most + ${LAPSED_KEPT} + 1))
redis.call('PEXPIRE', open, ${RESERVATION_FORGOTTEN_AFTER})
return { 'reserved', 0 }
`;

export const COUNT = `${PREAMBLE}
if settle() then count() end
`;

export const RELEASE = `${PREAMBLE}
settle()
`;

export const RENEW = `${PREAMBLE}
if settle() then
  redis.call('ZADD', open, now, id)
  redis.call('PEXPIRE', open, ${RESERVATION_FORGOTTEN_AFTER})
end
`;

export const CLEAR = `${PREAMBLE}
if not settle() then return 0 end
redis.call('ZREMRANGEBYSCORE', counted, '-inf', now - within)
return redis.call('DEL', counted)
`;

export const TAKE = `${PREAMBLE}
local why = obstacle()
if why then return why end
count()
return { 'reserved', 0 }
`;
