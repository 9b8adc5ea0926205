import type { Database, Db } from '../../platform/database/database.ts';
import type { Clock, Instant } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { type Acting, findActing } from '../long-acts/acting.ts';
import type { Import } from './import.ts';
import type { StagedFiles } from './staged-files.ts';

export interface RunDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly files: StagedFiles;
  /** The bcrypt cost of the service (`SVC_BCRYPT_COST`). */
  readonly passwordCost: number;
}

/** On whose behalf a batch runs. */
export type Importer = Acting;

export const findImporter = (db: Db, asked: Import, at: Instant): Promise<Importer | undefined> =>
  findActing(db, asked, { at, tenantId: asked.target_tenant_id, declared: DECLARED });

export const DECLARED = [
  'user.create',
  'user.invite',
  'user.delete',
  'user.update',
  'import.finish',
  'import.undo',
] as const;
