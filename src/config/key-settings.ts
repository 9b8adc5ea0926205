import { secretSetting } from './setting.ts';

export const keySettings = {
  secret: secretSetting('SVC_SECRET', {
    range: '32 characters or more',
    why: 'Wraps the data keys. Empty: made once and kept in the data folder (mode 600). Must be set with PostgreSQL.',
  }),
  previousSecret: secretSetting('SVC_SECRET_PREVIOUS', {
    range: '32 characters or more',
    why: 'The secret before the present one, while a rotation is under way: what is still wrapped by it can be opened.',
  }),
} as const;
