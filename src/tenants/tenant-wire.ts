import { type Static, Type } from 'typebox';
import { LONGEST_SLUG, SHORTEST_NAME, type Tenant } from './tenant.ts';

export const TenantAnswer = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    slug: Type.String(),
    publisher: Type.Boolean({ description: 'The yearbooks are its own' }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Tenant' },
);

export const TenantBody = Type.Object({
  name: Type.String({ minLength: SHORTEST_NAME, maxLength: 120 }),
  slug: Type.Optional(
    Type.String({ minLength: SHORTEST_NAME, maxLength: LONGEST_SLUG, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
  ),
});

export const TenantChangeBody = Type.Object({
  ...Type.Partial(TenantBody).properties,
  /** From now on the yearbooks are this tenant's. It ends when another is marked. */
  publisher: Type.Optional(Type.Literal(true)),
});

/** `publisherId` is the tenant whose yearbooks are the federation's. */
export const showTenant = (tenant: Tenant, publisherId: number | undefined): Static<typeof TenantAnswer> => ({
  id: tenant.id,
  name: tenant.name,
  slug: tenant.slug,
  publisher: tenant.id === publisherId,
  created_at: tenant.created_at,
  updated_at: tenant.updated_at,
});
