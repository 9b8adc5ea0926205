import type { Application } from '../../client/wire-types.ts';

/** A program whose settings are known: docs/applications.md, "Recipes". */
export interface Product {
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

export const isProduct = (connection: Connection): connection is ProductKey => connection in PRODUCTS;

/** The product that an application is, told by where it takes people back. */
export const recognisedProduct = ({ redirect_uris }: Application): ProductKey | undefined =>
  CONNECTIONS.filter(isProduct).find((key) => redirect_uris.some((uri) => uri.endsWith(PRODUCTS[key].returnPath)));
