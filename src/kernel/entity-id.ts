declare const idOf: unique symbol;

/**
 * A number or text that says what it is the id of: a user's is refused where a tenant's is wanted. A plain one, as a request or a
 * test brings it, passes for any id; whether there is such a thing only the store can tell.
 */
type IdOf<Value extends number | string, Thing extends string> = Value & { readonly [idOf]?: Thing };

export type UserId = IdOf<number, 'user'>;
export type TenantId = IdOf<number, 'tenant'>;
export type DocumentId = IdOf<number, 'document'>;
/** The `sid` of a sign-in and of all its tokens. */
export type SignInId = IdOf<string, 'sign-in'>;
/** The `jti` of a session record: one pair of tokens. */
export type SessionId = IdOf<string, 'session'>;
