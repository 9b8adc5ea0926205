import { Type } from 'typebox';
import { reachesTenant } from '../../accounts/permissions/managing-users.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { choice, idOf, instant } from '../../platform/http/wire.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import { COLUMNS } from './import-columns.ts';
import type { SavedMapping } from './saved-mapping.ts';
import { findSavedMapping, forgetMapping, listSavedMappings, MOST_SAVED } from './saved-mappings-store.ts';

const path = '/api/admin/imports/mappings';
const tag = 'Import';
const access = permitted('imports.manage');
const limit = perCaller({ most: 120, within: minutes(1) });

const SavedMappingAnswer = Type.Object({
  id: Type.String(),
  file_name: Type.String({ description: 'Of the file that was read so last' }),
  columns: Type.Array(Type.Object({ heading: Type.String(), field: Type.Union([choice(COLUMNS), Type.Null()]) }), {
    description: 'Its headings, and what was read from below each',
  }),
  roles: Type.Record(Type.String(), choice(ROLES), { description: 'What words for roles meant' }),
  used_at: instant,
});

const showSaved = ({ id, file_name, columns, roles, used_at }: SavedMapping) => ({
  id,
  file_name,
  columns: [...columns],
  roles,
  used_at,
});

/** How the files of a tenant were read, which a check of a file with the same headings follows. */
export const savedMappingsRoutes = ({ database }: { readonly database: Database }): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    summary: 'How earlier files of a tenant were read; the next with the same headings is checked so',
    tag,
    access,
    limit,
    audit: [],
    request: { query: Type.Object({ tenant_id: Type.Optional(idOf()) }) },
    responses: {
      success: ok(
        Type.Object({ items: Type.Array(SavedMappingAnswer, { description: `At most ${MOST_SAVED}` }) }),
        'The last used first',
      ),
      refusals: ['tenants.not_found'],
    },
    handle: async ({ query: { tenant_id } }, caller) => {
      const tenantId = tenant_id ?? caller.tenantId;
      if (!reachesTenant(caller, tenantId)) throw new AppError('tenants.not_found');
      return { items: (await listSavedMappings(database.read, tenantId)).map(showSaved) };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Forgets how a file was read',
    tag,
    access,
    limit,
    audit: ['import.forget_mapping'],
    request: { params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }) },
    responses: { success: { status: 204, description: 'Forgotten' }, refusals: ['imports.no_mapping'] },
    handle: ({ params: { id }, call }, caller) =>
      database.transaction(async (tx) => {
        const { tenant_id: tenantId } = (await findSavedMapping(tx, id)) ?? {};
        const isGone =
          tenantId !== undefined && reachesTenant(caller, tenantId) && (await forgetMapping(tx, tenantId, id));
        if (!isGone) throw new AppError('imports.no_mapping');
        await recordAudit(tx, call, { action: 'import.forget_mapping', tenantId, meta: { mapping_id: id } });
      }),
  }),
];
