import { textSetting } from './setting.ts';

export const privacySettings = {
  policyVersion: textSetting('SVC_POLICY_VERSION', {
    fallback: '1',
    why: 'Version of the privacy policy in force. When it moves, `consent_required` turns true for everybody.',
  }),
} as const;
