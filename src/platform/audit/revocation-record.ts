import { fromJson } from '../database/json-column.ts';
import type { ChainedRecord } from './audit-chain.ts';

/** The action that records a key's revocation. */
export const REVOCATION = 'keys.revoke';

/** The key that such a record names. */
export function revokedBy(meta: ChainedRecord['meta']): string | undefined {
  try {
    const { kid } = fromJson(meta);
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}
