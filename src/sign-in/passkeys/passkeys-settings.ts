import { originListSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';

export const passkeySettings = {
  passkeys: {
    relatedOrigins: originListSetting('SVC_PASSKEY_ORIGINS', {
      why: 'Other origins whose pages may use the passkeys of this service; `/.well-known/webauthn` names them to browsers. Whoever controls one can ask people for an assertion that signs them in here. Empty: none.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof passkeySettings> {}
}
