import { type Static, Type } from 'typebox';
import { nullableText } from '../../platform/http/wire.ts';
import { readableShades } from '../../platform/kernel/readable-colour.ts';
import type { Tenant } from './tenant.ts';

/** File names made by `opaqueId`: unguessable, so that logos do not reveal which tenants or applications exist. */
const FILE = /^([\w-]{22})\.png$/;

/** Where logos of one kind are served. */
export const logoAddresses = (folder: `/uploads/${string}/`) => ({
  path: `${folder}:file`,
  /** The address of a logo; `null` without one. */
  urlOf: (name: string | null): string | null => (name === null ? null : `${folder}${name}.png`),
  /** The logo's name in a file name; `undefined` for file names that the service does not generate. */
  nameOf: (file: string): string | undefined => FILE.exec(file)?.[1],
});

export const tenantLogos = logoAddresses('/uploads/logos/');

/** A tenant's branding. Members are null until they are chosen. */
export const BrandingAnswer = Type.Object(
  {
    color: Type.Union([Type.String(), Type.Null()], { description: 'As it was chosen: `#rrggbb`' }),
    on_light: Type.Union([Type.String(), Type.Null()], {
      description: 'The shade for text on light grounds and beneath white text, with a contrast of at least 4.5',
    }),
    on_dark: Type.Union([Type.String(), Type.Null()], {
      description: 'The shade for text on dark grounds and beneath dark text, with a contrast of at least 4.5',
    }),
    logo_url: nullableText,
  },
  { title: 'Branding' },
);

/** The branding of a tenant; an empty one without a tenant. */
export function showBranding(tenant: Pick<Tenant, 'color' | 'logo'> | undefined): Static<typeof BrandingAnswer> {
  const { color = null, logo = null } = tenant ?? {};
  const { on_light, on_dark } = color === null ? { on_light: null, on_dark: null } : readableShades(color);
  return { color, on_light, on_dark, logo_url: tenantLogos.urlOf(logo) };
}

/** The page with a tenant's privacy policy, or with the one for guests. */
export const policyUrl = (publicUrl: string, tenantId?: number): string =>
  `${publicUrl}/privatnost/pravila${tenantId === undefined ? '' : `?tenant_id=${tenantId}`}`;
