import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { readsFor } from '../../accounts/people-search/matching-people.ts';
import { factorDueAt } from '../../accounts/permissions/must-enrol.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { enqueueMails } from '../../platform/mail/enqueue-mail.ts';
import { claimReminders } from './factor-rules-store.ts';
import { type MissingFactorsFilter, missingFilter } from './find-missing.ts';
import { listMissingIn, type MissingFilter, type MissingPage, type MissingRow } from './missing-factors-store.ts';
import type { FactorPolicyDeps } from './set-factor-rules.ts';

/** Minimum time between two reminders to one person. */
const REMINDED_EVERY = days(7);
/** People per transaction: few, since other writers wait for it. */
const BATCH = 200;
/** People per call, so that it is answered within a few seconds. */
const MOST = 10_000;

export interface Reminded {
  readonly reminded: number;
  /** How many were left out, since they were reminded within the last week. */
  readonly recently: number;
  /** Whether there are more: call again. */
  readonly more: boolean;
}

/** Mails everybody without a required second factor, in short transactions, each with its own audit record. */
export async function remindMissing(
  deps: FactorPolicyDeps,
  call: Call,
  wanted: MissingFactorsFilter,
): Promise<Reminded> {
  const { database, factors } = deps;
  const filter = await missingFilter(readsFor(database, wanted.q), factors, wanted);
  const before = instantAt(epochOf(call.at) - REMINDED_EVERY);
  let [reminded, recently] = [0, 0];
  if (filter === undefined) return { reminded, recently, more: false };
  for await (const people of inPortions(database.read, filter)) {
    if (reminded >= MOST) return { reminded, recently, more: true };
    const due = people.filter(({ reminded_at }) => reminded_at === null || reminded_at <= before);
    recently += people.length - due.length;
    if (due.length > 0) reminded += await remind(deps, call, { people: due, before, filter });
  }
  return { reminded, recently, more: false };
}

/** Role by role, so that each portion is read from an index. */
async function* inPortions(db: Db, filter: MissingFilter): AsyncGenerator<readonly MissingRow[]> {
  for (const asked of filter.asked) {
    let after: MissingPage['after'];
    for (let isLast = false; !isLast; ) {
      const people = await listMissingIn(db, filter, asked, { after, most: BATCH });
      const last = people.at(-1);
      isLast = people.length < BATCH;
      after = last && [last.sort_key, last.id];
      yield people;
      await yieldToEventLoop();
    }
  }
}

interface Portion {
  readonly people: readonly MissingRow[];
  readonly before: Instant;
  readonly filter: MissingFilter;
}

/** Returns how many were reminded; people whom a concurrent call has claimed are left out. */
const remind = (
  { database, factors: { enrolTier } }: FactorPolicyDeps,
  call: Call,
  { people, before, filter: { tenantId, lacking } }: Portion,
): Promise<number> =>
  database.transaction(async (tx) => {
    const ids = people.map(({ id }) => id);
    const claimed = new Set(await claimReminders(tx, ids, { lacking, at: call.at, before }));
    if (claimed.size === 0) return 0;
    const mails = people
      .filter(({ id }) => claimed.has(id))
      .map((to) => ({
        kind: 'second-factor-missing' as const,
        to,
        params: { due_at: dueAt(to, enrolTier, call.at) },
        at: call.at,
      }));
    await enqueueMails(tx, mails);
    const meta = { reminded: claimed.size };
    await recordAudit(tx, call, { action: 'factor_policy.remind', tenantId: tenantId ?? null, meta });
    return claimed.size;
  });

function dueAt(person: MissingRow, enrolTier: number, at: Instant): Instant | '' {
  const due = factorDueAt(person, enrolTier);
  return due !== undefined && due > at ? due : '';
}
