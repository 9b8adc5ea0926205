declare const idOf: unique symbol;

/**
 * A number that says what it is the id of: a user's is refused where a tenant's is wanted. A plain number, as a request or a
 * test brings it, passes for any id; whether there is such a thing only the store can tell.
 */
type IdOf<Thing extends string> = number & { readonly [idOf]?: Thing };

export type UserId = IdOf<'user'>;
export type TenantId = IdOf<'tenant'>;
