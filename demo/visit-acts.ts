import { changeProfile } from '../src/accounts/users/change-profile.ts';
import { recordSignIn } from '../src/accounts/users/changed-users-store.ts';
import type { Actor } from '../src/platform/audit/audit-context.ts';
import { type AuditEntry, recordAudit } from '../src/platform/audit/record-audit.ts';
import type { Instant } from '../src/platform/kernel/clock.ts';
import { days, hours, type Milliseconds, minutes, seconds } from '../src/platform/kernel/durations.ts';
import { type Act, chanceDevice, type Device, type Stage } from './demo-act.ts';
import type { DemoPerson } from './demo-people.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Twice the period of the statistics, so that they have something to compare. */
const HISTORY_DAYS = 60;
const LOCK = { threshold: 5, lock_minutes: 5 };

export interface Visitor {
  readonly person: DemoPerson;
  readonly passwordHash: string;
  /** When they could sign in. */
  readonly from: Milliseconds;
  readonly until: Milliseconds;
}

/** A person's sign-ins of the last sixty days: some came often, some not at all. */
export function visitActs(visitor: Visitor, random: SeededRandom, now: Milliseconds): Act[] {
  const times = Array.from({ length: random.chance(0.3) ? 0 : 1 + random.below(10) }, () => chanceHour(random, now));
  const acts = times.flatMap((time) => visit(visitor, random, time));
  return acts.filter(({ at }) => at > visitor.from + hours(2) && at < visitor.until - minutes(1));
}

/** Between six in the morning and nine in the evening, UTC. */
function chanceHour(random: SeededRandom, now: Milliseconds): Milliseconds {
  const midnight = Math.floor(now / days(1)) * days(1);
  return midnight - days(random.below(HISTORY_DAYS)) + hours(random.between(6, 21));
}

function visit({ person, passwordHash }: Visitor, random: SeededRandom, start: Milliseconds): Act[] {
  const device = chanceDevice(random);
  const sid = random.token();
  const failures = random.chance(0.02) ? LOCK.threshold : random.chance(0.1) ? 1 + random.below(2) : 0;
  const signedInAt = start + (failures === LOCK.threshold ? minutes(LOCK.lock_minutes + 1) : seconds(20 * failures));
  const refreshes = random.below(4);
  const acts = [
    ...Array.from({ length: failures }, (_none, index) =>
      failure(person, device, start + seconds(15 * index), index + 1),
    ),
    act(person, signedInAt, async ({ tx }, actor, at) => {
      await recordSignIn(tx, actor.id, passwordHash, at);
      const meta = { sid, second_factor: false };
      await recordAudit(tx, device(null, at), { action: 'login.ok', about: 'actor', actor, meta });
    }),
    ...Array.from({ length: refreshes }, (_none, index) => {
      const meta = { sid, jti: random.token(), repeated: false };
      return record(person, device, signedInAt + minutes(14 * (index + 1)), { action: 'auth.refresh', meta });
    }),
  ];
  const end = signedInAt + minutes(14 * refreshes + random.between(1, 13));
  if (random.chance(0.08))
    acts.push(newPhone(person, device, end - seconds(30), `+385 91 0${random.digits(2)} ${random.digits(3)}`));
  if (random.chance(0.6))
    acts.push(record(person, device, end, { action: 'logout', meta: { sid, all: false, ended: 1 } }));
  return acts;
}

function failure(person: DemoPerson, device: Device, time: Milliseconds, count: number): Act {
  const locked = count === LOCK.threshold;
  const meta = { reason: 'password', fail_count: count, locked, lock_minutes: LOCK.lock_minutes };
  return act(person, time, async ({ tx }, { id, tenantId }, at) => {
    await recordAudit(tx, device(null, at), { action: 'login.fail', about: { id, tenant_id: tenantId }, meta });
    if (locked)
      await recordAudit(tx, device(null, at), { action: 'login.locked', about: { id, tenant_id: tenantId }, meta });
  });
}

const newPhone = (person: DemoPerson, device: Device, time: Milliseconds, telefon: string): Act =>
  act(person, time, async ({ tx }, actor, at) => {
    await changeProfile(tx, actor.id, { telefon }, { at, without: 'more power' });
    const meta = { changed: ['telefon'] };
    await recordAudit(tx, device(actor, at), { action: 'profile.update', about: 'actor', meta });
  });

const record = (
  person: DemoPerson,
  device: Device,
  time: Milliseconds,
  entry: AuditEntry<'auth.refresh' | 'logout'>,
): Act => act(person, time, ({ tx }, actor, at) => recordAudit(tx, device(actor, at), { ...entry, about: 'actor' }));

/** An act of somebody who has an account by then. */
const act = (
  person: DemoPerson,
  time: Milliseconds,
  perform: (stage: Stage, actor: Actor, at: Instant) => Promise<void>,
): Act => ({
  at: Math.floor(time),
  perform: async (stage, at) => {
    const actor = stage.actors.get(person);
    if (actor !== undefined) await perform(stage, actor, at);
  },
});
