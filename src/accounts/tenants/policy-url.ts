/** The page with a tenant's privacy policy, or with the one for guests. */
export const policyUrl = (publicUrl: string, tenantId?: number): string =>
  `${publicUrl}/privatnost/pravila${tenantId === undefined ? '' : `?tenant_id=${tenantId}`}`;
