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
import { checkedImports } from './0018-checked-imports.ts';
import { privacyPolicies } from './0020-privacy-policies.ts';
import { hyphenatedNames } from './0022-hyphenated-names.ts';
import { bulkActs } from './0023-bulk-acts.ts';
import { lists } from './0024-lists.ts';
import { branding } from './0026-branding.ts';
import { progress } from './0027-progress.ts';
import { challenges } from './0028-challenges.ts';
import { passkeys } from './0029-passkeys.ts';
import { knownDevices } from './0030-known-devices.ts';
import { mailedCodes } from './0031-mailed-codes.ts';
import { identityProviders } from './0032-identity-providers.ts';
import { factorRules } from './0033-factor-rules.ts';
import { applications } from './0034-applications.ts';
import { running } from './0036-running.ts';
import { services } from './0037-services.ts';
import { deviceLogout } from './0038-device-logout.ts';
import { lastWords } from './0039-last-words.ts';
import { fileKeys } from './0040-file-keys.ts';
import { factorsInUse } from './0041-factors-in-use.ts';
import { secondStepKeys } from './0042-second-step-keys.ts';
import { applicationLogos } from './0043-application-logos.ts';
import { importedAdministrators } from './0044-imported-administrators.ts';
import { watchedClocks } from './0045-watched-clocks.ts';
import { givenPasswords } from './0046-given-passwords.ts';
import { shownConsents } from './0054-shown-consents.ts';
import { leftOfErasures } from './0058-left-of-erasures.ts';
import { rebuilds } from './0060-rebuilds.ts';
import { addedBy } from './0062-added-by.ts';
import { logoutTurns } from './0064-logout-turns.ts';
import { applicationBounds } from './0065-application-bounds.ts';
import { givenBefore } from './0067-given-before.ts';
import { tablesInFiles } from './0069-tables-in-files.ts';
import type { Step } from './columns.ts';

/**
 * One sequence for both engines. A released step is never edited; new ones are added at the end, as `{ up, oldest }` where
 * the build of the release before can go on beside them.
 */
export const migrations: Readonly<Record<string, Step>> = {
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
  '0018-checked-imports': checkedImports,
  '0020-privacy-policies': privacyPolicies,
  '0022-hyphenated-names': hyphenatedNames,
  '0023-bulk-acts': bulkActs,
  '0024-lists': lists,
  '0026-branding': branding,
  '0027-progress': progress,
  '0028-challenges': challenges,
  '0029-passkeys': passkeys,
  '0030-known-devices': knownDevices,
  '0031-mailed-codes': mailedCodes,
  '0032-identity-providers': identityProviders,
  '0033-factor-rules': factorRules,
  '0034-applications': applications,
  '0036-running': running,
  '0037-services': { up: services, oldest: '0036-running' },
  '0038-device-logout': { up: deviceLogout, oldest: '0036-running' },
  '0039-last-words': { up: lastWords, oldest: '0036-running' },
  '0040-file-keys': { up: fileKeys, oldest: '0036-running' },
  '0041-factors-in-use': { up: factorsInUse, oldest: '0036-running' },
  '0042-second-step-keys': { up: secondStepKeys, oldest: '0036-running' },
  '0043-application-logos': { up: applicationLogos, oldest: '0036-running' },
  '0044-imported-administrators': { up: importedAdministrators, oldest: '0036-running' },
  '0045-watched-clocks': { up: watchedClocks, oldest: '0036-running' },
  '0046-given-passwords': { up: givenPasswords, oldest: '0036-running' },
  '0054-shown-consents': { up: shownConsents, oldest: '0036-running' },
  '0058-left-of-erasures': { up: leftOfErasures, oldest: '0036-running' },
  '0060-rebuilds': { up: rebuilds, oldest: '0036-running' },
  '0062-added-by': { up: addedBy, oldest: '0036-running' },
  '0064-logout-turns': { up: logoutTurns, oldest: '0036-running' },
  '0065-application-bounds': { up: applicationBounds, oldest: '0036-running' },
  '0067-given-before': { up: givenBefore, oldest: '0036-running' },
  '0069-tables-in-files': { up: tablesInFiles, oldest: '0036-running' },
};
