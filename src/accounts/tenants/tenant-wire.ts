import { type Static, Type } from 'typebox';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { instant } from '../../platform/http/wire.ts';
import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';
import { BrandingAnswer, showBranding } from './branding-wire.ts';
import { LONGEST_SLUG, SHORTEST_NAME, type Tenant } from './tenant.ts';

export const TenantAnswer = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    slug: Type.String(),
    publisher: Type.Boolean({ description: 'The federation’s yearbooks are this tenant’s' }),
    branding: BrandingAnswer,
    created_at: instant,
    updated_at: instant,
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
  /** Makes this tenant the publisher of the yearbooks, until another is marked. */
  publisher: Type.Optional(Type.Literal(true)),
});

/** `publisherId`: the tenant that publishes the federation's yearbooks. */
export const showTenant = (tenant: Tenant, publisherId: number | undefined): Static<typeof TenantAnswer> => ({
  id: tenant.id,
  name: tenant.name,
  slug: tenant.slug,
  publisher: tenant.id === publisherId,
  branding: showBranding(tenant),
  created_at: tenant.created_at,
  updated_at: tenant.updated_at,
});

/** @throws InvalidRequest (422) */
export function checkedName(name: string): string {
  if (hasUnsafeCharacters(name)) throw invalidField('body', 'name', 'text_unsafe', 'Tekst sadrži nedopuštene znakove.');
  const clean = normalised(name);
  if ([...clean].length < SHORTEST_NAME)
    throw invalidField('body', 'name', 'too_short', `Najmanji broj znakova: ${SHORTEST_NAME}.`);
  return clean;
}
