import { flagSetting } from '../../platform/config/setting.ts';
import type { SettingsOf } from '../../platform/config/settings.ts';
import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { DEVICE_KNOWN_FOR, deviceNoticesTable, knownDevicesTable, NOTICES_KEPT_FOR } from './known-device.ts';
import { knownDevicesActions } from './known-devices-actions.ts';
import { knownDevicesRoutes } from './known-devices-routes.ts';
import { dropDevicesAddedBy, endAllNotices } from './known-devices-store.ts';
import { signingDevices } from './note-device.ts';

const knownDevicesErrors = declareRefusals({
  'devices.not_found': {
    status: 404,
    hr: 'Tog preglednika nema među onima iz kojih ste se prijavljivali.',
    en: 'That browser is not among those you have signed in from.',
    when: 'The browser is unknown, already forgotten, or somebody else’s; the answer does not say which.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof knownDevicesErrors> {}
}

const knownDevicesPersonalData: PersonalDataContributor = {
  room: 'known-devices',
  ...rowsOfPerson([knownDevicesTable, deviceNoticesTable]),
  description: {
    holds:
      'browsers that the person signed in from: device, client address, first and last time, a digest of their cookie; notices of new ones: the same, and a digest of their link',
    erased: 'removed',
  },
};

const knownDevicesSettings = {
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

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'new-device': {
      readonly at: Instant;
      /** Empty if unknown. */
      readonly device: string;
      readonly ip: string;
      readonly expires_at: Instant;
    };
  }
}

const knownDevicesMails: MailTemplates<'new-device'> = {
  'new-device': {
    hr: ({ at, device, ip, expires_at }) => ({
      subject: 'Nova prijava u Vaš račun',
      paragraphs: [
        `Netko se ${croatianTime(at)} prijavio u Vaš račun iz preglednika iz kojeg dosad nije bilo prijava.`,
        `Preglednik: ${device || 'nepoznat'}. Mrežna adresa: ${ip}.`,
        'Ako ste to bili Vi, ne morate ništa učiniti.',
        'Ako to niste bili Vi, prekinite tu prijavu i odmah postavite novu lozinku.',
      ],
      button: { label: 'To nije moja prijava' },
      notes: [
        `Poveznica vrijedi do ${croatianTime(expires_at)}. Otvorite li je, još se ništa ne mijenja: prijava se prekida tek kad to potvrdite.`,
      ],
    }),
    en: ({ at, device, ip, expires_at }) => ({
      subject: 'New sign-in to your account',
      paragraphs: [
        `Somebody signed in to your account on ${englishTime(at)} from a browser that had never been used for it.`,
        `Browser: ${device || 'unknown'}. Network address: ${ip}.`,
        'If this was you, there is nothing to do.',
        'If this was not you, end that sign-in and set a new password at once.',
      ],
      button: { label: 'That was not me' },
      notes: [
        `The link works until ${englishTime(expires_at)}. Opening it changes nothing: the sign-in ends only when you confirm.`,
      ],
    }),
    chosen: { device: 'name' },
  },
};

export const knownDevicesRoom = defineRoom({
  name: 'known-devices',
  refusals: knownDevicesErrors,
  tables: [knownDevicesTable, deviceNoticesTable],
  settings: knownDevicesSettings,
  auditActions: knownDevicesActions,
  mails: knownDevicesMails,
  personalData: () => knownDevicesPersonalData,
  retention: [
    {
      name: 'known_devices',
      keptFor: DEVICE_KNOWN_FOR,
      what: 'browsers after their last sign-in',
      forget: dropRowsBefore(knownDevicesTable, 'last_seen_at'),
    },
    {
      name: 'device_notices',
      keptFor: NOTICES_KEPT_FOR,
      what: 'notices of new browsers',
      forget: dropRowsBefore(deviceNoticesTable, 'created_at'),
    },
  ],
  takeBack: async (tx, _call, { id }, sids) => {
    await dropDevicesAddedBy(tx, id, sids);
    return [];
  },
  endAtRestore: endAllNotices,
  open: (platform: Platform, { takeBackWays }) => ({
    services: { deviceOf: signingDevices({ ...platform, isOn: platform.settings.devices.newDeviceMail }) },
    routes: knownDevicesRoutes({ ...platform, takeBackWays }),
  }),
});
