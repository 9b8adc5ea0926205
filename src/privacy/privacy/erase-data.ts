import { findAccount } from '../../accounts/users/find-account.ts';
import { holdAnyUserRow } from '../../accounts/users/hold-user-row.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { eraseMentions, findMentions } from '../../platform/audit/erase-mentions.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { listMailIds } from '../../platform/mail/list-mails.ts';
import { countPersonalData } from './count-personal-data.ts';
import type { ErasureRequest } from './erasure.ts';
import { changeRequest } from './erasure-requests-store.ts';
import { personalValuesOf } from './personal-values.ts';
import type { PrivacyDeps } from './privacy-deps.ts';
import { privacyErrors } from './privacy-errors.ts';

/**
 * Erases a person's data in the database in one transaction, by id and by value. The audit log is scanned before, so that the
 * transaction only scans newer records. What must be removed outside the database is noted in the same transaction, since the
 * values that identify it are gone afterwards.
 * @throws AppError `erasure.superadmin` (409)
 */
export async function eraseData(
  { database, clock, contributors, auditActions: actions }: PrivacyDeps,
  request: ErasureRequest,
): Promise<ErasureRequest | undefined> {
  const { id, user_id: userId } = request;
  const person = await findAccount(database.read, userId);
  if (person === undefined) throw new Error('A user cannot disappear');
  const known = await personalValuesOf(database.read, person);
  const seen = await findMentions(database.read, { values: known, actions });
  const summary = await countPersonalData(database.read, contributors, userId);
  const at = nowOf(clock);
  return database.transaction(async (tx) => {
    const user = await holdAnyUserRow(tx, userId); // nobody else can change the person from here on
    if (user === undefined) throw new Error('A user cannot disappear');
    if (user.role === 'superadmin' && user.status !== 'deleted')
      throw new AppError(privacyErrors['erasure.superadmin']);
    const values = await personalValuesOf(tx, user);
    const mentions = await findMentions(tx, { values, actions }, seen);
    const noted = { mail_ids: await listMailIds(tx, values), blanked_ids: mentions.ids, summary, erased_at: at };
    const condition = { status: ['approved'], step: 'mail', free: true } as const;
    const left = await changeRequest(tx, id, condition, { step: 'erased', ...noted, updated_at: at });
    if (left === undefined) return undefined;
    for (const { eraseValues } of contributors) await eraseValues?.(tx, values);
    for (const { erase } of contributors) await erase(tx, userId, at);
    await eraseMentions(tx, mentions);
    const meta = { request_id: id, blanked: mentions.ids };
    const about = { about: user, meta };
    await recordAudit(tx, byOperator(['erasure.erase'], at), { action: 'erasure.erase', ...about });
    return left;
  });
}
