import { type Static, Type } from 'typebox';
import { pageQuery } from '../../platform/http/list-wire.ts';
import { choice, idOf } from '../../platform/http/wire.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { showTenant, TenantAnswer, TenantBody } from '../tenants/tenant-wire.ts';
import type { Move } from './move-tenant.ts';
import type { Viewers } from './viewers-store.ts';

const parentId = Type.Union([idOf(), Type.Null()]);

/** A tenant and where it is. Whatever is above the caller's reach is left out. */
export const TenantInTree = Type.Object(
  {
    ...TenantAnswer.properties,
    parent_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'What it belongs to; null at the top, or where that is out of reach',
    }),
    depth: Type.Integer({ description: 'How many levels are above it, within reach' }),
    path: Type.Array(Type.Integer(), { description: 'Ids from the highest within reach to its own' }),
  },
  { title: 'TenantInTree' },
);

export const TenantsQuery = Type.Object({
  ...pageQuery,
  below: Type.Optional(idOf({ description: 'Only this one and everything below it' })),
});

export const NewTenantBody = Type.Object({
  ...TenantBody.properties,
  parent_id: Type.Optional(
    Type.Union([idOf(), Type.Null()], {
      description:
        'What it belongs to; the top unless said otherwise, and the own tenant for whoever reaches only what is below it',
    }),
  ),
});

export const MoveTenantBody = Type.Object({
  parent_id: parentId,
  dry_run: Type.Optional(Type.Boolean({ description: 'Only says who would gain and lose sight' })),
});

const SeersAnswer = Type.Object({
  total: Type.Integer(),
  named: Type.Array(
    Type.Object({
      user_id: Type.Integer(),
      full_name: Type.String(),
      role: choice(ROLES),
      tenant_id: Type.Integer(),
    }),
    { description: 'Twenty at most' },
  ),
});

export const MoveAnswer = Type.Object(
  {
    tenant: TenantInTree,
    dry_run: Type.Boolean(),
    tenants: Type.Integer({ description: 'How many move, itself included' }),
    people: Type.Integer({ description: 'How many people are in them' }),
    gain: Type.Object({ ...SeersAnswer.properties }, { description: 'Whoever sees them from then on' }),
    lose: Type.Object({ ...SeersAnswer.properties }, { description: 'Whoever does not any more' }),
  },
  { title: 'TenantMove' },
);

/** `path`: what is above it within the caller's reach, and itself. */
export const showInTree = (
  tenant: Tenant,
  { path, publisherId }: { readonly path: readonly TenantId[]; readonly publisherId: number | undefined },
): Static<typeof TenantInTree> => ({
  ...showTenant(tenant, publisherId),
  parent_id: path.at(-2) ?? null,
  depth: path.length - 1,
  path: [...path],
});

const showViewers = ({ total, named }: Viewers) => ({ total, named: named.map((one) => ({ ...one })) });

export const showMove = (
  { tenant: _tenant, tenants, people, gain, lose }: Move,
  tenant: Static<typeof TenantInTree>,
  dry_run: boolean,
): Static<typeof MoveAnswer> => ({
  tenant,
  dry_run,
  tenants,
  people,
  gain: showViewers(gain),
  lose: showViewers(lose),
});
