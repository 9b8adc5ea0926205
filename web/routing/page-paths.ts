/** Every page. The router and the service both use this list. */
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
