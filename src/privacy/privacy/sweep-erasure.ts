import { nowOf } from '../../platform/kernel/clock.ts';
import { listMailIds } from '../../platform/mail/list-mails.ts';
import { forgetRecordedMails } from '../../platform/mail/recorded-mails.ts';
import type { ErasureRequest } from './erasure.ts';
import { noteSwept } from './erasure-requests-store.ts';
import type { PrivacyDeps } from './privacy-deps.ts';

/**
 * Erases once more after every request that was admitted before the erasure has ended: such a request may have written an
 * audit record with the person's e-mail and IP address afterwards.
 */
export async function sweepErasure(deps: PrivacyDeps, { id, user_id: userId }: ErasureRequest): Promise<void> {
  const { database, clock, contributors, dataDir } = deps;
  const at = nowOf(clock);
  const mailIds = await listMailIds(database.read, { userId, emails: [], oib: null, phone: null, names: [] });
  await database.transaction(async (tx) => {
    for (const { erase } of contributors) await erase(tx, userId, at);
  });
  await forgetRecordedMails(dataDir, mailIds);
  await deps.removeFiles(userId);
  await database.compact();
  await database.transaction((tx) => noteSwept(tx, id, at));
}
