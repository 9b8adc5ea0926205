import { flagSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';

export const knownDevicesSettings = {
  devices: {
    newDeviceMail: flagSetting('SVC_NEW_DEVICE_MAIL', {
      fallback: true,
      why: '`1`: the owner is mailed when somebody signs in from a browser that was not known. `0`: browsers are not remembered.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof knownDevicesSettings> {}
}
