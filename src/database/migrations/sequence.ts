import { ground } from './0001-ground.ts';
import { accountLife } from './0002-account-life.ts';
import { administration } from './0003-administration.ts';
import { auditChain } from './0004-audit-chain.ts';
import { userImport } from './0005-user-import.ts';
import { privacy } from './0006-privacy.ts';
import { documents } from './0007-documents.ts';
import { upkeep } from './0008-upkeep.ts';
import { wordsOfUser } from './0009-words-of-user.ts';
import { listsByName } from './0010-lists-by-name.ts';
import { signInBounds } from './0011-sign-in-bounds.ts';
import { lockouts } from './0012-lockouts.ts';
import { auditGrowth } from './0013-audit-growth.ts';
import { revokedKeys } from './0014-revoked-keys.ts';
import type { MigrationStep } from './columns.ts';

/** The one sequence, for both engines. A step that was released is never edited; a new one is added at the end. */
export const migrations: Readonly<Record<string, MigrationStep>> = {
  '0001-ground': ground,
  '0002-account-life': accountLife,
  '0003-administration': administration,
  '0004-audit-chain': auditChain,
  '0005-user-import': userImport,
  '0006-privacy': privacy,
  '0007-documents': documents,
  '0008-upkeep': upkeep,
  '0009-words-of-user': wordsOfUser,
  '0010-lists-by-name': listsByName,
  '0011-sign-in-bounds': signInBounds,
  '0012-lockouts': lockouts,
  '0013-audit-growth': auditGrowth,
  '0014-revoked-keys': revokedKeys,
};
