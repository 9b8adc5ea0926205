import { actionTokensPersonalData } from '../action-tokens/action-tokens-personal-data.ts';
import { auditPersonalData, type FindOffices } from '../audit/audit-personal-data.ts';
import { avatarsPersonalData } from '../avatars/avatars-personal-data.ts';
import { consentsPersonalData } from '../consents/consents-personal-data.ts';
import type { PersonalDataContributor } from '../database/personal-data.ts';
import { documentsPersonalData } from '../documents/documents-personal-data.ts';
import { attemptsPersonalData } from '../lockout/lockout-personal-data.ts';
import { mailPersonalData } from '../mail/mail-personal-data.ts';
import { mePersonalData } from '../own-account/own-account-personal-data.ts';
import { privacyPersonalData } from '../privacy/privacy-personal-data.ts';
import { sessionsPersonalData } from '../sessions/sessions-personal-data.ts';
import { googlePersonalData } from '../sign-in-google/google-personal-data.ts';
import { twoFactorPersonalData } from '../two-factor/two-factor-personal-data.ts';
import { userImportPersonalData } from '../user-import/user-import-personal-data.ts';
import { findOffices } from '../users/find-offices.ts';
import { usersPersonalData } from '../users/users-personal-data.ts';

const offices: FindOffices = findOffices;

/** Everybody who holds something about people. The house tests find a table that has nobody. */
export const personalDataContributors: readonly PersonalDataContributor[] = [
  usersPersonalData,
  avatarsPersonalData,
  consentsPersonalData,
  sessionsPersonalData,
  attemptsPersonalData,
  actionTokensPersonalData,
  twoFactorPersonalData,
  googlePersonalData,
  mePersonalData,
  mailPersonalData,
  userImportPersonalData,
  documentsPersonalData,
  auditPersonalData(offices),
  privacyPersonalData(offices),
];
