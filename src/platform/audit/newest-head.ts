import type { Db } from '../database/database.ts';
import type { Signed } from './audit-chain.ts';
import { findLastSigned } from './audit-chain-store.ts';

/** The latest signed head of the chain; new certificates refer to it. */
export const findNewestHead = (db: Db): Promise<Signed | undefined> => findLastSigned(db, 'audit_heads');
