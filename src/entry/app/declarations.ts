import { type AuditActions, chainActions, keyActions } from '../../platform/audit/audit-actions.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { skipNumbers } from '../../platform/database/sql-fragments.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';
import type { JournalledState, RetentionRule, TakeBack, TakenBack } from '../../platform/room/contributions.ts';
import { rooms } from './rooms.ts';

/** Export and erasure for every table with personal data. A house test fails for a table without a contributor. */
export const personalDataContributors = (keys: Keyring): readonly PersonalDataContributor[] =>
  rooms.rooms.flatMap(({ personalData }) => personalData?.(keys) ?? []);

/** Every audit action. The same files merge the types of their `meta` into `AuditMetas`. */
export const auditActions = Object.assign(
  {},
  keyActions,
  chainActions,
  ...rooms.rooms.map((room) => room.auditActions ?? {}),
) as AuditActions;

export const auditActionNames = keysOf(auditActions).sort();

/** The template of every kind of mail. */
export const mailTemplates = Object.assign({}, ...rooms.rooms.map(({ mails }) => mails ?? {})) as MailTemplates;

/** Retention periods that no setting changes. */
export const retentionRules: readonly RetentionRule[] = rooms.rooms.flatMap(({ retention }) => retention ?? []);

/** Which of these users have any way to sign in today. */
export async function findUsersWithWayIn(db: Db, userIds: readonly UserId[]): Promise<ReadonlySet<UserId>> {
  const found = new Set<UserId>();
  for (const { wayIn } of rooms.rooms) for (const id of (await wayIn?.(db, userIds)) ?? []) found.add(id);
  return found;
}

/** Takes back in every room what these sign-ins added. */
export const takeBackWays: TakeBack = async (tx, call, about, sids) => {
  const taken: TakenBack[] = [];
  for (const room of rooms.rooms) taken.push(...((await room.takeBack?.(tx, call, about, sids)) ?? []));
  return taken;
};

/** The states that the journal outside the database keeps, in the order in which a restore applies them. */
export const journalledStates: readonly JournalledState[] = rooms.rooms.flatMap((room) => room.journalledStates ?? []);

/** Ends everything in a restored backup that could be spent again. Returns how many it ended. */
export async function endAtRestore(tx: Tx, at: Instant): Promise<number> {
  let ended = 0;
  for (const room of rooms.rooms) ended += (await room.endAtRestore?.(tx, at)) ?? 0;
  return ended;
}

/** In a restored store, skips the ids that were used after its backup was made, so that they are never used twice. */
export async function skipLostNumbers(tx: Tx): Promise<void> {
  for (const table of rooms.rooms.flatMap((room) => room.idsNeverReused ?? [])) await skipNumbers(tx, table);
}
