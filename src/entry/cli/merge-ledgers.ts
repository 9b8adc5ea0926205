import { ledgersIn } from '../../operations/backup/read-journals.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { erasureLedger, isOwnEntry, ledgerPath } from '../../privacy/privacy/erasure-ledger.ts';

/**
 * Merges the ledgers of a folder into that of the data folder: that of a backup, or those of all nodes beside the backups. Returns how
 * many entries were left out, being another store's.
 */
export async function mergeLedgers(dataDir: string, folder: string, keys: Keyring): Promise<number> {
  const ledger = erasureLedger(ledgerPath(dataDir));
  let leftOut = 0;
  for (const path of await ledgersIn([folder]))
    for (const entry of await erasureLedger(path).list())
      if (isOwnEntry(keys, entry)) await ledger.append(entry);
      else leftOut++;
  return leftOut;
}
