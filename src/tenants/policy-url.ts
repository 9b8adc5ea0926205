/** The page with a privacy policy: a tenant's, or what guests are asked about. */
export const policyUrl = (publicUrl: string, tenantId?: number): string =>
  `${publicUrl}/privatnost/pravila${tenantId === undefined ? '' : `?tenant_id=${tenantId}`}`;
