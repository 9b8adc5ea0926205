import { type AuditedCall, resumed } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database } from '../../platform/database/database.ts';
import type { UploadedForm } from '../../platform/http/uploaded-form.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { setBranding } from '../tenants/tenants-store.ts';
import { replaceLogo } from './logos-store.ts';
import { type LogoDeps, type ReceivedLogo, receiveLogo } from './receive-logo.ts';

/**
 * Makes the uploaded picture a tenant's logo.
 * @throws AppError as `receiveLogo`; `tenants.not_found` (404)
 */
export async function uploadLogo(
  deps: BrandingDeps,
  call: AuditedCall,
  tenantId: TenantId,
  form: Pick<UploadedForm, 'firstFile'>,
): Promise<Tenant> {
  const logo = await receiveLogo(deps, call, form);
  return changeLogo(deps.database, resumed(call, deps.clock), tenantId, logo);
}

export const deleteLogo = (database: Database, call: AuditedCall, tenantId: TenantId): Promise<Tenant> =>
  changeLogo(database, call, tenantId, null);

/** Locks the tenant's row first, so that the later of two concurrent uploads removes the other's picture. */
const changeLogo = (database: Database, call: AuditedCall, tenantId: TenantId, logo: ReceivedLogo | null) =>
  database.transaction(async (tx) => {
    const tenant = await setBranding(tx, tenantId, { logo: logo?.name ?? null }, call.at);
    if (tenant === undefined) throw new AppError('tenants.not_found');
    await replaceLogo(tx, tenantId, logo, call.at);
    await recordAudit(
      tx,
      call,
      logo === null
        ? { action: 'tenant.logo_delete', tenantId }
        : { action: 'tenant.logo_upload', tenantId, meta: { bytes: logo.bytes } },
    );
    return tenant;
  });

export interface BrandingDeps extends LogoDeps, Pick<Platform, 'database' | 'clock'> {}
