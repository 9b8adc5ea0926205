import { type AuditedCall, resumed } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { formatOf } from '../avatars/avatar.ts';
import { avatarErrors } from '../avatars/avatars-errors.ts';
import type { Database } from '../database/database.ts';
import type { UploadedForm } from '../http/uploaded-form.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Instant } from '../kernel/clock.ts';
import type { TenantId } from '../kernel/entity-id.ts';
import { opaqueId } from '../kernel/ids.ts';
import { noteBranding } from '../tenants/note-branding.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { tenantErrors } from '../tenants/tenants-errors.ts';
import type { BrandingDeps } from './branding-deps.ts';
import { replaceLogo } from './logos-store.ts';
import { renderLogo } from './render-logo.ts';

type Form = Pick<UploadedForm, 'firstFile'>;

/**
 * Makes the uploaded picture a tenant's logo.
 * @throws AppError what reading a form throws; `avatars.type` (415), `avatars.unreadable`, `avatars.too_many_pixels`
 * (422), `avatars.busy` (503), `tenants.not_found` (404)
 */
export async function uploadLogo(deps: BrandingDeps, call: AuditedCall, tenantId: TenantId, form: Form) {
  const png = await receiveLogo(deps, form);
  const later = resumed(call, deps.clock);
  const logo = { name: opaqueId(), png: png.toString('base64'), created_at: later.at };
  return changeLogo(deps.database, later, tenantId, { logo, bytes: png.length });
}

export const deleteLogo = (database: Database, call: AuditedCall, tenantId: TenantId): Promise<Tenant> =>
  changeLogo(database, call, tenantId, null);

const receiveLogo = ({ line, memory }: BrandingDeps, form: Form): Promise<Buffer> =>
  memory.holding(async (collect) => {
    const upload = await form.firstFile(collect);
    if (formatOf(upload) === undefined) throw new AppError(avatarErrors['avatars.type']);
    return line.run(() => renderLogo(upload));
  });

interface NewLogo {
  readonly logo: { readonly name: string; readonly png: string; readonly created_at: Instant };
  readonly bytes: number;
}

/** Locks the tenant's row first, so that the later of two concurrent uploads removes the other's picture. */
const changeLogo = (database: Database, call: AuditedCall, tenantId: TenantId, wanted: NewLogo | null) =>
  database.transaction(async (tx) => {
    const tenant = await noteBranding(tx, tenantId, { logo: wanted?.logo.name ?? null }, call.at);
    if (tenant === undefined) throw new AppError(tenantErrors['tenants.not_found']);
    await replaceLogo(tx, tenantId, wanted?.logo ?? null);
    await recordAudit(
      tx,
      call,
      wanted === null
        ? { action: 'tenant.logo_delete', tenantId }
        : { action: 'tenant.logo_upload', tenantId, meta: { bytes: wanted.bytes } },
    );
    return tenant;
  });
