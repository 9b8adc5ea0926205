import type { Application } from '../../client/wire-types.ts';
import type { ApplicationForm } from './application-form.ts';

/** A program whose settings are known: docs/applications.md, "Recipes". */
interface Product {
  readonly name: string;
  /** Where it takes people back, after the address of its site. */
  readonly returnPath: string;
  /** It sends no PKCE, but a `nonce`. */
  readonly withoutPkce?: true;
}

export const PRODUCTS = {
  wordpress: {
    name: 'WordPress',
    returnPath: '/wp-admin/admin-ajax.php?action=openid-connect-authorize',
    withoutPkce: true,
  },
  nextcloud: { name: 'Nextcloud', returnPath: '/apps/user_oidc/code' },
  moodle: { name: 'Moodle', returnPath: '/auth/oidc/' },
} as const satisfies Record<string, Product>;

export type ProductKey = keyof typeof PRODUCTS;

/** What can be connected, in the order in which it is offered: products, then kinds of applications. */
export const CONNECTIONS = ['wordpress', 'nextcloud', 'moodle', 'web', 'spa', 'native', 'device', 'service'] as const;

export type Connection = (typeof CONNECTIONS)[number];

const isProduct = (connection: Connection): connection is ProductKey => connection in PRODUCTS;

/** What the choice fills in. */
export function filledFor(connection: Connection): Partial<ApplicationForm> {
  if (!isProduct(connection))
    return { connection, kind: connection, ...(connection === 'service' ? { scopes: [] } : {}) };
  const product: Product = PRODUCTS[connection];
  return { connection, kind: 'web', name: product.name, withoutPkce: product.withoutPkce ?? false };
}

/** The product that was chosen for a new application. */
export const productOf = ({ connection }: ApplicationForm): ProductKey | undefined =>
  connection !== '' && isProduct(connection) ? connection : undefined;

/** What the address of its site fills in: an address with a path is kept, `klub.hr` gets `https://`. */
export function filledForSite(product: ProductKey, site: string): Partial<ApplicationForm> {
  const bare = site.trim().replace(/\/+$/, '');
  const address = bare === '' || /^[a-z]+:\/\//i.test(bare) ? bare : `https://${bare}`;
  return { site, redirect: address === '' ? '' : `${address}${PRODUCTS[product].returnPath}` };
}

/** The product that an application is, told by where it takes people back. */
export const recognisedProduct = ({ redirect_uris }: Application): ProductKey | undefined =>
  CONNECTIONS.filter(isProduct).find((key) => redirect_uris.some((uri) => uri.endsWith(PRODUCTS[key].returnPath)));
