import { findPolicyVersion } from '../../accounts/tenants/tenants-store.ts';
import { findAccount } from '../../accounts/users/accounts-store.ts';
import type { Language } from '../../accounts/users/user.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Kept, KeptByRule } from '../../platform/database/personal-columns.ts';
import { partsOf } from '../../platform/database/personal-data.ts';
import { days, type Milliseconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { RetentionRule } from '../../platform/room/contributions.ts';
import type { Catalogue } from '../../platform/words/catalogue.ts';
import { dataWords } from '../../platform/words/data-words.ts';
import { filledText, type Values } from '../../platform/words/filled-text.ts';
import type { KeptDays, PrivacyDeps } from './personal-data-deps.ts';

const texts: Catalogue = dataWords; // asked by keys

type SayData = (key: string, values?: Values) => string;

const sayData =
  (language: Language): SayData =>
  (key, values = {}) =>
    filledText((one) => texts[one]?.[language], language, key, values) ?? key;

export interface Described {
  readonly userId: UserId;
  /** Without one, the person's own. */
  readonly language: Language | undefined;
}

export type DescribingDeps = Pick<
  PrivacyDeps,
  'contributors' | 'retentionRules' | 'keptDays' | 'defaultPolicyVersion' | 'publicUrl'
>;

/** What a person must be told together with a copy of their data (GDPR art. 15(1) and (2)), in words. */
export async function describeData(deps: DescribingDeps, db: Db, { userId, language: wanted }: Described) {
  const account = await findAccount(db, userId);
  if (account === undefined) return null;
  const language = wanted ?? account.preferred_language;
  const say = sayData(language);
  const version = (await findPolicyVersion(db, account.tenant_id)) ?? deps.defaultPolicyVersion;
  const url = `${deps.publicUrl}/privatnost/pravila?tenant_id=${account.tenant_id}`;
  return {
    language,
    controller: account.tenant_name,
    policy: say('data.policy', { version, url }),
    source: say('data.source'),
    recipients: say('data.recipients'),
    automated_decisions: say('data.automated'),
    rights: RIGHTS.map((right) => say(`data.right.${right}`)),
    backups: say('data.backups'),
    parts: deps.contributors.flatMap(partsOf).map(([part, { purpose, kept }]) => ({
      part,
      purpose: say(`data.purpose.${purpose}`),
      kept: sayKept(kept, say, { rules: deps.retentionRules(), keptDays: deps.keptDays }),
    })),
  };
}

const RIGHTS = ['access', 'correct', 'erase', 'object', 'withdraw', 'complain'] as const;

interface Periods {
  readonly rules: readonly RetentionRule[];
  readonly keptDays: KeptDays;
}

function sayKept(kept: Kept, say: SayData, { rules, keptDays }: Periods): string {
  if (kept === 'account') return say('data.kept.account', { period: sayPeriod(days(keptDays.deleted), say) });
  if (kept === 'log' && keptDays.audit === 0) return say('data.kept.log.always');
  if (kept === 'log') return say('data.kept.log', { period: sayPeriod(days(keptDays.audit), say) });
  if (typeof kept === 'string') return say(`data.kept.${kept}`);
  return say(`data.kept.${kept.from}`, { period: sayPeriod(ruleOf(kept, rules).keptFor, say) });
}

/** @throws Error for a rule that no room declares */
export function ruleOf({ rule }: KeptByRule, rules: readonly RetentionRule[]): RetentionRule {
  const found = rules.find(({ name }) => name === rule);
  if (found === undefined) throw new Error(`No rule of retention is called ${rule}`);
  return found;
}

const sayPeriod = (period: Milliseconds, say: SayData): string =>
  period < days(1) ? say('data.minutes') : say('data.days', { count: period / days(1) });
