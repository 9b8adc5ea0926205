import { type AuditActions, chainActions, keyActions } from '../audit/audit-actions.ts';
import type { Db, Tx } from '../database/database.ts';
import type { PersonalDataContributor } from '../database/personal-data.ts';
import { skipNumbers } from '../database/skip-numbers.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import { keysOf } from '../kernel/members.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { MailTemplates } from '../mail/mail-template.ts';
import type { LastWord } from '../room/last-word.ts';
import type { RetentionRule } from '../room/retention.ts';
import { rooms } from './rooms.ts';

/** Everything that stores personal data. A house test fails for a table without a contributor. */
export const personalDataContributors = (keys: Keyring): readonly PersonalDataContributor[] =>
  rooms.rooms.flatMap(({ personalData }) => personalData?.(keys) ?? []);

/** Every act of which there may be a record. `AuditMetas` has their types, merged by the same files. */
export const auditActions = Object.assign(
  {},
  keyActions,
  chainActions,
  ...rooms.rooms.map((room) => room.auditActions ?? {}),
) as AuditActions;

export const auditActionNames = keysOf(auditActions).sort();

/** What every kind of mail says. */
export const mailTemplates = Object.assign({}, ...rooms.rooms.map(({ mails }) => mails ?? {})) as MailTemplates;

/** Retention periods that no setting changes. */
export const retentionRules: readonly RetentionRule[] = rooms.rooms.flatMap(({ retention }) => retention ?? []);

/** Which of these users have any way to sign in today. */
export async function findUsersWithWayIn(db: Db, userIds: readonly UserId[]): Promise<ReadonlySet<UserId>> {
  const found = new Set<UserId>();
  for (const { wayIn } of rooms.rooms) for (const id of (await wayIn?.(db, userIds)) ?? []) found.add(id);
  return found;
}

/** What the journal outside the database tells, in the order in which a restore applies it. */
export const lastWords: readonly LastWord[] = rooms.rooms.flatMap((room) => room.lastWords ?? []);

/** Ends everything spendable in a restored backup. Returns how many. */
export async function endAtRestore(tx: Tx, at: Instant): Promise<number> {
  let ended = 0;
  for (const room of rooms.rooms) ended += (await room.endAtRestore?.(tx, at)) ?? 0;
  return ended;
}

/** In a restored store: skips the numbers given out since its backup, so that nobody else gets them. */
export async function skipLostNumbers(tx: Tx): Promise<void> {
  for (const table of rooms.rooms.flatMap((room) => room.lastingNumbers ?? [])) await skipNumbers(tx, table);
}
