import { secretSetting, textSetting } from './setting.ts';

export const firstAdminSettings = {
  adminEmail: textSetting('SVC_ADMIN_EMAIL', {
    fallback: '',
    why: 'Address of the first administrator, made when there is no superadmin.',
  }),
  adminPassword: secretSetting('SVC_ADMIN_PASSWORD', { why: 'Password of the first administrator.' }),
} as const;
