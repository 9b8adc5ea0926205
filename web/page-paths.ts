/** Every page there is. The router and the service both go by this list. */
export const PAGE_PATHS = {
  home: '/',
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  setupPassword: '/setup-password',
  profile: '/profil',
  overview: '/erp/full',
  directory: '/crm/v2',
  users: '/admin/users',
  invitations: '/admin/invitations',
  imports: '/admin/imports',
  audit: '/admin/audit',
  privacy: '/admin/privacy',
  mails: '/admin/mails',
  tenants: '/admin/tenants',
  documents: '/dokumenti',
} as const;

/** What an address says after its `?`: texts alone, so that a link looks as people write it. */
export type AddressState = Readonly<Record<string, string | undefined>>;
