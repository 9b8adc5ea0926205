import { type TProperties, type TSchema, Type } from 'typebox';
import { ok, okFile, type Route, type RouteAnswer } from '../../platform/http/define-route.ts';
import { choice } from '../../platform/http/wire.ts';
import { FIELD_CLAIM_SCHEMAS } from './provider-claims.ts';

/** What an endpoint of the protocol answers besides our own refusals. */
interface ProtocolAnswers {
  readonly success: Route['responses']['success'];
  readonly others: readonly RouteAnswer[];
}

const HTML = ['text/html'];
const optional = Type.Optional(Type.String());
const whole = Type.Integer();

/** RFC 6749 §5.2 */
const ProtocolError = Type.Object(
  { error: Type.String(), error_description: optional, scope: optional, state: optional, iss: optional },
  { title: 'OAuthError' },
);

const refused = (status: number, mediaTypes: readonly string[] = []): RouteAnswer => ({
  status,
  description: status < 500 ? 'Refused, as the protocol says' : 'Failed, as the protocol says',
  schema: ProtocolError,
  mediaTypes,
});

const FAILED = [refused(500), refused(503)];
const FAILED_ON_A_PAGE = [refused(500, HTML), refused(503, HTML)];

const REDIRECT = { status: 303, description: 'A redirect', mediaTypes: HTML } as const;

/** For programs: JSON, whether it succeeds or not. */
const forPrograms = (
  schema: TSchema,
  description: string,
  statuses: readonly number[] = [400, 401],
): ProtocolAnswers => ({
  success: ok(schema, description),
  others: [...statuses.map((status) => refused(status)), ...FAILED],
});

const shown = okFile(HTML, 'A page');

/** Where browsers come. */
export const LEADS_ON: ProtocolAnswers = {
  success: REDIRECT,
  others: [{ ...shown, description: 'A page that submits itself' }, refused(400, HTML), ...FAILED_ON_A_PAGE],
};
export const SHOWS_A_PAGE: ProtocolAnswers = {
  success: shown,
  others: [REDIRECT, refused(400, [...HTML, 'text/plain']), ...FAILED_ON_A_PAGE],
};

/** OpenID Connect Discovery §3 */
export const METADATA = forPrograms(
  Type.Object({ issuer: Type.String() }, { title: 'ProviderMetadata', additionalProperties: true }),
  'The metadata',
  [],
);

/** RFC 7517 §8.5.1 */
export const KEYS: ProtocolAnswers = { success: okFile(['application/jwk-set+json'], 'A JWK set'), others: FAILED };

/** RFC 6749 §5.1, OpenID Connect Core §3.1.3.3 */
export const TOKENS = forPrograms(
  Type.Object(
    {
      access_token: Type.String(),
      token_type: Type.Literal('Bearer'),
      expires_in: whole,
      scope: optional,
      id_token: optional,
      refresh_token: optional,
    },
    { title: 'TokenAnswer' },
  ),
  'Tokens',
  [400, 401, 429],
);

/** RFC 8628 §3.2 */
export const DEVICE = forPrograms(
  Type.Object(
    {
      device_code: Type.String(),
      user_code: Type.String(),
      verification_uri: Type.String(),
      verification_uri_complete: Type.String(),
      expires_in: whole,
      interval: whole,
    },
    { title: 'DeviceAuthorization' },
  ),
  'What the device shows',
);

const membership = {
  tenant_id: whole,
  tenant: Type.String(),
  role: Type.String(),
  tier: whole,
} satisfies TProperties;

/** OpenID Connect Core §5.1; those of `membership` and `oib` are ours. */
const claims = Type.Partial(
  Type.Object({
    ...FIELD_CLAIM_SCHEMAS,
    updated_at: whole,
    ...membership,
    memberships: Type.Array(Type.Object(membership)),
  }),
).properties;

export const USERINFO = forPrograms(
  Type.Object({ sub: Type.String(), ...claims }, { title: 'Claims' }),
  'The claims of the scopes that were agreed to',
  [400, 401, 403],
);

/** RFC 7662 §2.2 */
export const INTROSPECTION = forPrograms(
  Type.Object(
    {
      active: Type.Boolean(),
      sub: optional,
      client_id: optional,
      exp: Type.Optional(whole),
      iat: Type.Optional(whole),
      iss: optional,
      scope: optional,
      sid: optional,
      token_type: Type.Optional(choice(['Bearer', 'access_token', 'refresh_token'])),
    },
    { title: 'Introspection' },
  ),
  'Whether it is valid, and what for',
);

/** RFC 7009 §2.2: without a body. */
export const REVOCATION: ProtocolAnswers = {
  success: { status: 200, description: 'It is not valid, whether it ever was or not' },
  others: [refused(400), refused(401), ...FAILED],
};
