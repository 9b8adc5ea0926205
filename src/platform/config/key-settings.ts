import { secretSetting } from './setting.ts';

export const keySettings = {
  secret: secretSetting('SVC_SECRET', {
    range: '32 characters or more',
    why: 'Wraps the data keys. Empty: created once and kept in the data folder (mode 600). Required with PostgreSQL.',
  }),
  previousSecret: secretSetting('SVC_SECRET_PREVIOUS', {
    range: '32 characters or more',
    why: 'The previous secret during a rotation, so that keys still wrapped by it can be opened.',
  }),
} as const;
