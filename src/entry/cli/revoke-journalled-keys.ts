import type { StateEntry } from '../../operations/backup/journal-file.ts';
import { isInForce, type JournalledKey, KEY_KIND } from '../../operations/backup/journalled-key.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { type Endorsement, endorseChain } from '../../platform/audit/endorse-chain.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import { revokeKey } from '../../platform/keys/revoke-key.ts';
import { readServiceSecrets } from '../../platform/keys/service-secret.ts';
import type { Service } from '../start/service.ts';

/**
 * Revokes again the keys that were revoked after the backup was made, before anything is signed. The end of the chain in the
 * backup is re-signed even if heads outside the database are ahead; the restore, which comes next, records this.
 */
export async function revokeJournalledKeys(
  { database, keys, heads, settings }: Service,
  states: readonly StateEntry[],
  clock: Clock,
): Promise<string[]> {
  const revoked: string[] = [];
  const readSecrets = () => readServiceSecrets(settings);
  for (const { kind, key: kid, word } of states) {
    if (kind !== KEY_KIND || !(await isInForce(database.read, kid, word as JournalledKey))) continue; // as read by `journalledKey`
    let endorsement: Endorsement | undefined;
    await revokeKey(database, readSecrets, clock, kid, async (tx, made) => {
      endorsement = await endorseChain(tx, { keys, heads: { ...heads, newest: () => undefined } }, made);
      const meta = { kid, signing: made.signing.kid, endorsed: endorsement.head?.seq ?? null };
      await recordAudit(tx, byOperator(['keys.revoke'], made.at), { action: 'keys.revoke', meta });
    });
    await keys.reload();
    revoked.push(kid);
  }
  return revoked;
}
