declare const idOf: unique symbol;

/**
 * An id typed by what it identifies: a user's id does not compile where a tenant's is expected. A plain number or text, as in a
 * request or a test, passes as any id; only the store knows whether the thing exists.
 */
type IdOf<Value extends number | string, Thing extends string> = Value & { readonly [idOf]?: Thing };

export type UserId = IdOf<number, 'user'>;
/** What somebody is in a tenant. */
export type MembershipId = IdOf<number, 'membership'>;
export type TenantId = IdOf<number, 'tenant'>;
export type DocumentId = IdOf<number, 'document'>;
/** The `sid` of a sign-in and of all its tokens. */
export type SignInId = IdOf<string, 'sign-in'>;
/** The `jti` of a session record: one pair of tokens. */
export type SessionId = IdOf<string, 'session'>;
