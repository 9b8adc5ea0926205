import { byOperator } from '../audit/audit-context.ts';
import { type Endorsement, endorseChain } from '../audit/endorse-chain.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { JournalWord } from '../backup/journal-file.ts';
import { isInForce, KEY_WORD, type KeyWord } from '../backup/key-word.ts';
import type { Clock } from '../kernel/clock.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { readServiceSecrets } from '../keys/service-secret.ts';
import type { Service } from '../start/service.ts';

/**
 * Revokes again the keys that were revoked after the backup was made, before anything is signed. The end of the chain in the
 * backup is re-signed even if heads outside the database are ahead; the restore, which comes next, records this.
 */
export async function revokeJournalledKeys(
  { database, keys, heads, settings }: Service,
  words: readonly JournalWord[],
  clock: Clock,
): Promise<string[]> {
  const revoked: string[] = [];
  const readSecrets = () => readServiceSecrets(settings);
  for (const { kind, key: kid, word } of words) {
    if (kind !== KEY_WORD || !(await isInForce(database.read, kid, word as KeyWord))) continue; // as read by `keyWord`
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
