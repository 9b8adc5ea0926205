import { secureAddressSetting, textSetting } from './setting.ts';

export const googleSettings = {
  clientId: textSetting('SVC_GOOGLE_CLIENT_ID', {
    fallback: '',
    why: 'OAuth client of the Google sign-in; `/login` of this service is its authorised redirect address. Empty: it is off.',
  }),
  keysUrl: secureAddressSetting('SVC_GOOGLE_KEYS_URL', {
    fallback: 'https://www.googleapis.com/oauth2/v3/certs',
    why: 'Key set that verifies Google ID tokens. Whoever answers there can sign in as anybody, so https is asked for.',
  }),
} as const;
