import { flagSetting } from '../config/setting.ts';
import type { SettingsOf } from '../config/settings.ts';

export const knownDevicesSettings = {
  devices: {
    newDeviceMail: flagSetting('SVC_NEW_DEVICE_MAIL', {
      fallback: true,
      why: '`1`: the owner is mailed when somebody signs in from a browser that was not known. `0`: browsers are not remembered.',
    }),
  },
} as const;

declare module '../config/settings.ts' {
  interface Settings extends SettingsOf<typeof knownDevicesSettings> {}
}
