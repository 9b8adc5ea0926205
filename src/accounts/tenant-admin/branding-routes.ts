import { type Static, Type } from 'typebox';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { idOf } from '../../platform/http/wire.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import type { Colour } from '../../platform/kernel/readable-colour.ts';
import { reachedTenant } from '../permissions/managing-users.ts';
import { tenantLogos } from '../tenants/branding-wire.ts';
import { showTenant, TenantAnswer } from '../tenants/tenant-wire.ts';
import { findPublisher, findTenant, setBranding } from '../tenants/tenants-store.ts';
import { type BrandingDeps, deleteLogo, uploadLogo } from './change-logo.ts';
import { findLogo } from './logos-store.ts';
import { LOGO_FORM, logoRefusals } from './receive-logo.ts';
import { servedLogo } from './served-logo.ts';

const ColorBody = Type.Object({
  color: Type.Union([Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }), Type.Null()], {
    description: '`#rrggbb`, or null for none. Where it has too little contrast, a shade of it is shown.',
  }),
});

const colourOfBody = ({ color }: Static<typeof ColorBody>): Colour | null =>
  color === null ? null : `#${color.slice(1).toLowerCase()}`;

const path = '/api/admin/tenants/:id';
const tag = 'Tenants';
const access = permitted('branding.manage');
const params = Type.Object({ id: idOf() });
const notFound = 'tenants.not_found';

export const brandingRoutes = (deps: BrandingDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    summary: 'One federation or club: any of them, or one’s own',
    tag,
    access,
    limit: perCaller({ most: 120, within: minutes(1) }),
    audit: [],
    request: { params },
    responses: { success: ok(TenantAnswer, 'The tenant'), refusals: [notFound] },
    handle: async ({ params: { id } }, caller) => {
      const tenant = await findTenant(deps.database.read, reachedTenant(caller, id));
      if (tenant === undefined) throw new AppError(notFound);
      return presentTenant(deps, tenant);
    },
  }),
  defineRoute({
    method: 'PUT',
    path: `${path}/color`,
    summary: 'Sets or removes the colour of a federation or club in pages and mails',
    tag,
    access,
    limit: perCaller({ most: 60, within: minutes(1) }),
    audit: ['tenant.color'],
    request: { params, body: ColorBody },
    responses: { success: ok(TenantAnswer, 'Changed'), refusals: [notFound] },
    handle: async ({ params: { id }, body, call }, caller) => {
      const color = colourOfBody(body);
      const tenantId = reachedTenant(caller, id);
      const tenant = await deps.database.transaction(async (tx) => {
        const changed = await setBranding(tx, tenantId, { color }, call.at);
        if (changed === undefined) throw new AppError(notFound);
        await recordAudit(tx, call, { action: 'tenant.color', tenantId, meta: { color } });
        return changed;
      });
      return presentTenant(deps, tenant);
    },
  }),
  defineRoute({
    method: 'PUT',
    path: `${path}/logo`,
    summary: 'Stores a picture as the logo of a federation or club in pages and mails',
    tag,
    access,
    limit: perCaller({ most: 60, within: hours(1) }),
    audit: ['tenant.logo_upload'],
    request: { params, form: LOGO_FORM },
    responses: { success: ok(TenantAnswer, 'Changed'), refusals: [notFound, ...logoRefusals] },
    handle: async ({ params: { id }, form, call }, caller) =>
      presentTenant(deps, await uploadLogo(deps, call, reachedTenant(caller, id), form)),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/logo`,
    summary: 'Removes the logo of a federation or club',
    tag,
    access,
    limit: perCaller({ most: 60, within: minutes(1) }),
    audit: ['tenant.logo_delete'],
    request: { params },
    responses: { success: ok(TenantAnswer, 'There is none any more'), refusals: [notFound] },
    handle: async ({ params: { id }, call }, caller) =>
      presentTenant(deps, await deleteLogo(deps.database, call, reachedTenant(caller, id))),
  }),
  servedLogo({
    addresses: tenantLogos,
    summary: 'A logo',
    tag,
    reason: 'sign-in pages show it; its name is told to those who are told its tenant, and cannot be guessed',
    find: (name) => findLogo(deps.database.read, name),
  }),
];

const presentTenant = async ({ database }: BrandingDeps, tenant: Parameters<typeof showTenant>[0]) =>
  showTenant(tenant, (await findPublisher(database.read))?.id);
