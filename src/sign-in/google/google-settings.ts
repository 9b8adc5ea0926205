import { secureAddressSetting, textSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';

export const googleSettings = {
  google: {
    clientId: textSetting('SVC_GOOGLE_CLIENT_ID', {
      fallback: '',
      why: 'OAuth client of the Google sign-in; `/login` of this service is its authorised redirect address. Empty: it is off.',
    }),
    keysUrl: secureAddressSetting('SVC_GOOGLE_KEYS_URL', {
      fallback: 'https://www.googleapis.com/oauth2/v3/certs',
      why: 'Key set that verifies Google ID tokens. Whoever controls it can sign in as anybody, so https is required.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof googleSettings> {}
}
