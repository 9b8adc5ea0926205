import { Type } from 'typebox';
import { recordAudit } from '../audit/record-audit.ts';
import { AVATAR_MEDIA_TYPES } from '../avatars/avatar.ts';
import { avatarErrors } from '../avatars/avatars-errors.ts';
import type { Caller } from '../http/caller.ts';
import { defineOpenRoute, defineRoute, ok, type Route } from '../http/define-route.ts';
import { requestErrors } from '../http/http-errors.ts';
import { idOf } from '../http/id-wire.ts';
import { PICTURE_HEADERS } from '../http/response-headers.ts';
import { open, permitted } from '../http/route-access.ts';
import { perCaller, unlimited } from '../http/route-limit.ts';
import { AppError } from '../kernel/app-error.ts';
import { hours, minutes } from '../kernel/durations.ts';
import type { TenantId } from '../kernel/entity-id.ts';
import { reachesTenant } from '../policy/managing-users.ts';
import { findPublisher, findTenant } from '../tenants/find-tenant.ts';
import { LOGO_PATH, logoOfFile } from '../tenants/logo-url.ts';
import { noteBranding } from '../tenants/note-branding.ts';
import { showTenant, TenantAnswer } from '../tenants/tenant-wire.ts';
import { tenantErrors } from '../tenants/tenants-errors.ts';
import type { BrandingDeps } from './branding-deps.ts';
import { deleteLogo, uploadLogo } from './change-logo.ts';
import { ColorBody, colourOfBody } from './color-wire.ts';
import { findLogo } from './logos-store.ts';

const path = '/api/admin/tenants/:id';
const tag = 'Tenants';
const access = permitted('branding.manage');
const params = Type.Object({ id: idOf() });
const notFound = tenantErrors['tenants.not_found'];
const MOST_BYTES = 2 * 1024 * 1024;

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
      const tenant = await findTenant(deps.database.read, reached(caller, id));
      if (tenant === undefined) throw new AppError(notFound);
      return shown(deps, tenant);
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
      const tenantId = reached(caller, id);
      const tenant = await deps.database.transaction(async (tx) => {
        const changed = await noteBranding(tx, tenantId, { color }, call.at);
        if (changed === undefined) throw new AppError(notFound);
        await recordAudit(tx, call, { action: 'tenant.color', tenantId, meta: { color } });
        return changed;
      });
      return shown(deps, tenant);
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
    request: { params, form: { mostBytes: MOST_BYTES, mediaTypes: AVATAR_MEDIA_TYPES } },
    responses: { success: ok(TenantAnswer, 'Changed'), refusals: [notFound, ...Object.values(avatarErrors)] },
    handle: async ({ params: { id }, form, call }, caller) =>
      shown(deps, await uploadLogo(deps, call, reached(caller, id), form)),
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
      shown(deps, await deleteLogo(deps.database, call, reached(caller, id))),
  }),
  servedLogo(deps),
];

/** @throws AppError 404 for a tenant out of scope, as for a missing one */
function reached(caller: Caller, id: TenantId): TenantId {
  if (!reachesTenant(caller, id)) throw new AppError(notFound);
  return id;
}

const shown = async ({ database }: BrandingDeps, tenant: Parameters<typeof showTenant>[0]) =>
  showTenant(tenant, (await findPublisher(database.read))?.id);

const servedLogo = ({ database }: BrandingDeps): Route =>
  defineOpenRoute({
    method: 'GET',
    path: LOGO_PATH,
    summary: 'A logo',
    tag,
    access: open('sign-in pages show it; its name is told to those who are told its tenant, and cannot be guessed'),
    limit: unlimited('a picture that caches keep'),
    audit: [],
    request: { params: Type.Object({ file: Type.String() }) },
    responses: {
      success: { status: 200, description: 'The picture', mediaType: 'image/png', schema: Type.String() },
      refusals: [requestErrors['request.not_found']],
    },
    handle: async ({ params: { file }, reply }) => {
      const name = logoOfFile(file);
      const found = name === undefined ? undefined : await findLogo(database.read, name);
      if (found === undefined) throw new AppError(requestErrors['request.not_found']);
      const etag = `"${name}"`;
      reply.headers({ ...PICTURE_HEADERS, etag });
      if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('image/png').send(Buffer.from(found.png, 'base64'));
    },
  });
