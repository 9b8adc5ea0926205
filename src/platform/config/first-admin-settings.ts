import { MOST_CODE_POINTS, type PasswordWeakness, passwordWeakness } from '../kernel/password-policy.ts';
import { emailSetting, secretSetting, type Values } from './setting.ts';

export const firstAdminSettings = {
  adminEmail: emailSetting('SVC_ADMIN_EMAIL', {
    why: 'Address of the first administrator, created when there is no superadmin.',
  }),
  adminPassword: secretSetting('SVC_ADMIN_PASSWORD', {
    range: `SVC_PASSWORD_MIN–${MOST_CODE_POINTS} characters, none that many people choose`,
    why: 'Password of the first administrator.',
  }),
} as const;

const WEAKNESSES: Readonly<Record<PasswordWeakness, (fewest: number) => string>> = {
  too_short: (fewest) => `must have ${fewest}–${MOST_CODE_POINTS} characters`,
  too_long: (fewest) => `must have ${fewest}–${MOST_CODE_POINTS} characters`,
  is_email: () => 'must not be SVC_ADMIN_EMAIL or its beginning',
  common: () => 'must not be one that many people choose',
  breached: () => 'must not be one that is known from a breach',
};

/** Problems with these settings taken together. Each may already have been refused by itself. */
export function firstAdminProblems(
  { adminEmail, adminPassword }: Partial<Values<typeof firstAdminSettings>>,
  passwordMin: number | undefined,
): string[] {
  if (adminPassword === undefined) return [];
  const problems = adminEmail === '' ? ['SVC_ADMIN_PASSWORD needs SVC_ADMIN_EMAIL'] : [];
  if (passwordMin === undefined) return problems;
  const weakness = passwordWeakness(adminPassword.reveal(), adminEmail ?? '', passwordMin);
  return weakness ? [...problems, `SVC_ADMIN_PASSWORD ${WEAKNESSES[weakness](passwordMin)}`] : problems;
}
