import { patternSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';

/** Shared by the setting and by consents: otherwise nobody might be able to consent to the current policy. */
export const POLICY_VERSION = { pattern: '^[\\w.-]+$', maxLength: 40 } as const;

export const privacyPolicySettings = {
  privacy: {
    policyVersion: patternSetting('SVC_POLICY_VERSION', {
      fallback: '1',
      ...POLICY_VERSION,
      range: `1 to ${POLICY_VERSION.maxLength} of A-Z a-z 0-9 _ . -`,
      why: 'Version of the default privacy policy. When it moves, `consent_required` turns true for everybody whose tenant has no policy of its own and inherits none.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof privacyPolicySettings> {}
}
