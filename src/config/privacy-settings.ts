import { patternSetting } from './setting.ts';

/** What may be called a version, in the settings as in a consent: else nobody could consent to the policy in force. */
export const POLICY_VERSION = { pattern: '^[\\w.-]+$', maxLength: 40 } as const;

export const privacySettings = {
  policyVersion: patternSetting('SVC_POLICY_VERSION', {
    fallback: '1',
    ...POLICY_VERSION,
    range: `1 to ${POLICY_VERSION.maxLength} of A-Z a-z 0-9 _ . -`,
    why: 'Version of the privacy policy in force. When it moves, `consent_required` turns true for everybody.',
  }),
} as const;
