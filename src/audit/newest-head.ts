import type { Db } from '../database/database.ts';
import type { Signed } from './audit-chain.ts';
import { findLastSigned } from './audit-chain-store.ts';

/** The head of the chain that was signed last: what a proof of today refers to. */
export const findNewestHead = (db: Db): Promise<Signed | undefined> => findLastSigned(db, 'audit_heads');
