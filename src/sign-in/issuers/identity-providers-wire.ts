import { type Static, Type } from 'typebox';
import { choice, instant } from '../../platform/http/wire.ts';
import { callbackUrl, type IdentityProvider, LINKINGS, PROVIDER_KEY } from './identity-provider.ts';
import { MOST_PROVIDERS } from './identity-providers-store.ts';
import { CHECK_PROBLEMS, CHECKS } from './issuer-check.ts';

const key = Type.String({ ...PROVIDER_KEY, description: 'In addresses; cannot be changed' });
const name = Type.String({ minLength: 1, maxLength: 60, description: 'As the sign-in page shows it' });
const issuer = Type.String({ minLength: 1, maxLength: 500, description: 'The `https` address; cannot be changed' });
const client_id = Type.String({ minLength: 1, maxLength: 255 });
const client_secret = Type.String({ minLength: 1, maxLength: 1000, description: 'Stored sealed and never shown' });
const scopes = Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$' }), {
  maxItems: 20,
  description: '`openid` is always asked for',
});
const linking = choice(LINKINGS, {
  description:
    'Whether an account below tier 1 is linked at first use, where the issuer has verified its address and the domain is listed',
});
const domains = Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 50 });

export const ProviderKeyParams = Type.Object({ key: Type.String({ minLength: 1, maxLength: PROVIDER_KEY.maxLength }) });

export const ProviderBody = Type.Object({
  key,
  name,
  issuer,
  client_id,
  client_secret,
  scopes: Type.Optional(scopes),
  linking: Type.Optional(linking),
  domains: Type.Optional(domains),
});

/** Omitted members stay unchanged. */
export const ProviderChangeBody = Type.Object({
  name: Type.Optional(name),
  issuer: Type.Optional(issuer),
  client_id: Type.Optional(client_id),
  client_secret: Type.Optional(client_secret),
  scopes: Type.Optional(scopes),
  linking: Type.Optional(linking),
  domains: Type.Optional(domains),
});

export const ProviderAnswer = Type.Object(
  {
    key: Type.String(),
    name: Type.String(),
    issuer: Type.String(),
    client_id: Type.String(),
    scopes: Type.Array(Type.String()),
    linking: choice(LINKINGS),
    domains: Type.Array(Type.String()),
    callback_url: Type.String({ format: 'uri', description: 'To be registered at the issuer, to the letter' }),
    created_at: instant,
    updated_at: instant,
  },
  { title: 'IdentityProvider' },
);

export const ProvidersAnswer = Type.Object(
  { items: Type.Array(ProviderAnswer, { maxItems: MOST_PROVIDERS }) },
  { title: 'IdentityProviderList' },
);

/** What the sign-in page needs. */
export const ProviderChoicesAnswer = Type.Object(
  { items: Type.Array(Type.Object({ key: Type.String(), name: Type.String() })) },
  { title: 'IdentityProviderChoices' },
);

export const ProviderTestAnswer = Type.Object(
  {
    ok: Type.Boolean(),
    checks: Type.Array(
      Type.Object({
        check: choice(CHECKS),
        ok: Type.Boolean(),
        problem: Type.Union([choice(CHECK_PROBLEMS), Type.Null()]),
        detail: Type.Union([Type.String(), Type.Null()], { description: 'The problem in words' }),
      }),
      { description: 'In order; the first that fails ends the test' },
    ),
  },
  { title: 'IdentityProviderTest' },
);

export const showProvider = (provider: IdentityProvider, publicUrl: string): Static<typeof ProviderAnswer> => ({
  key: provider.key,
  name: provider.name,
  issuer: provider.issuer,
  client_id: provider.client_id,
  scopes: [...provider.scopes],
  linking: provider.linking,
  domains: [...provider.domains],
  callback_url: callbackUrl(publicUrl, provider.key),
  created_at: provider.created_at,
  updated_at: provider.updated_at,
});
