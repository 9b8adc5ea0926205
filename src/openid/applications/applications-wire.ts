import { type Static, Type } from 'typebox';
import { SERVICE_SCOPES } from '../../platform/http/caller.ts';
import { listAnswer, pageQuery } from '../../platform/http/list-wire.ts';
import { choice, idOf, instant, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import { NOTICE_STATES } from '../../sign-in/sessions/logout-notices/logout-notice.ts';
import {
  APPLICATION_KINDS,
  type Application,
  applicationLogos,
  isService,
  keepsSecret,
  PKCE_MODES,
  SCOPES,
} from './application.ts';
import { type ConsentRequest, consentRequestOf, digestOfConsentRequest } from './application-consents.ts';
import type { OwnApplication } from './application-consents-store.ts';
import type { WaitingDevice } from './find-device.ts';
import { LONGEST_ADDRESS } from './redirect-address.ts';

const addresses = (minItems: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_ADDRESS }), { minItems, maxItems: 20, uniqueItems: true });
const ALL_SCOPES = [...SCOPES, ...SERVICE_SCOPES] as const;
const scopes = Type.Array(choice(ALL_SCOPES), {
  uniqueItems: true,
  description: 'What it may read about people; for a service: what it may do with the API',
});
const who = Type.Object(
  {
    roles: Type.Optional(Type.Array(choice(ROLES), { minItems: 1, uniqueItems: true })),
    tenant_ids: Type.Optional(Type.Array(idOf(), { minItems: 1, maxItems: 500, uniqueItems: true })),
    below: Type.Optional(
      Type.Boolean({ description: 'People of everything below these tenants, or below its own, too' }),
    ),
  },
  { description: 'Who may sign in to it; a missing member does not restrict' },
);
/** Compared as text, so there must be one spelling only. */
const exactInstant = Type.Unsafe<Instant>({
  type: 'string',
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
});
const nullableId = Type.Union([idOf(), Type.Null()]);

const changeable = {
  name: Type.String({ minLength: 1, maxLength: 120 }),
  redirect_uris: addresses(0),
  post_logout_redirect_uris: addresses(0),
  backchannel_logout_uri: Type.Union([Type.String({ minLength: 1, maxLength: LONGEST_ADDRESS }), Type.Null()], {
    description: 'Where it is notified that a sign-in has ended (OpenID Connect Back-Channel Logout)',
  }),
  scopes,
  who,
  pkce: choice(PKCE_MODES, {
    description: '`optional` only for applications with a secret; a request without PKCE needs a `nonce`',
  }),
  oib_ground: Type.Union([Type.String({ minLength: 1, maxLength: 500 }), Type.Null()], {
    description: 'The legal ground for reading the OIB; required for the scope `oib`',
  }),
  trusted: Type.Boolean({ description: 'People are not asked for their consent; only superadmins may set it' }),
  below: Type.Boolean({ description: 'Of a service: it acts in everything below its tenant too' }),
  foreign: Type.Boolean({ description: 'It gets a `sub` of its own for each person (pairwise)' }),
  ends_at: Type.Union([exactInstant, Type.Null()]),
};

const allOptional = Type.Partial(Type.Object(changeable)).properties;

export const ApplicationBody = Type.Object(
  {
    ...allOptional,
    name: changeable.name,
    kind: choice(APPLICATION_KINDS),
    tenant_id: Type.Optional(
      Type.Union([idOf(), Type.Null()], {
        description: 'The tenant whose people may use it; null, by superadmins only: every tenant’s',
      }),
    ),
  },
  { title: 'ApplicationToCreate' },
);

export const ApplicationChangeBody = Type.Object(allOptional, { title: 'ApplicationChange' });

export type ApplicationChange = Static<typeof ApplicationChangeBody>;

export const ApplicationAnswer = Type.Object(
  {
    id: Type.String({ description: 'Its `client_id`' }),
    name: Type.String(),
    kind: choice(APPLICATION_KINDS),
    tenant_id: nullableId,
    redirect_uris: Type.Array(Type.String()),
    post_logout_redirect_uris: Type.Array(Type.String()),
    backchannel_logout_uri: nullableText,
    scopes: Type.Array(choice(ALL_SCOPES)),
    who: Type.Object({
      roles: Type.Optional(Type.Array(choice(ROLES))),
      tenant_ids: Type.Optional(Type.Array(Type.Integer())),
      below: Type.Optional(Type.Boolean()),
    }),
    below: Type.Optional(Type.Boolean({ description: 'Of a service' })),
    pkce: choice(PKCE_MODES),
    oib_ground: nullableText,
    trusted: Type.Boolean(),
    foreign: Type.Boolean(),
    logo_url: nullableText,
    keeps_secret: Type.Boolean({ description: 'Whether it authenticates with a secret' }),
    secret_made_at: nullableInstant,
    created_at: instant,
    updated_at: instant,
    last_used_at: nullableInstant,
    ends_at: nullableInstant,
  },
  { title: 'Application' },
);

export const ApplicationParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
export const ApplicationsQuery = Type.Object({ tenant_id: Type.Optional(idOf()), ...pageQuery });
export const ApplicationsAnswer = listAnswer(ApplicationAnswer, 'ApplicationList');

export const SecretAnswer = Type.Object(
  { client_id: Type.String(), client_secret: Type.String({ description: 'Never shown again' }), issuer: Type.String() },
  { title: 'ApplicationSecret' },
);

export const showApplication = (application: Application): Static<typeof ApplicationAnswer> => ({
  id: application.id,
  name: application.name,
  kind: application.kind,
  tenant_id: application.tenant_id,
  redirect_uris: [...application.redirect_uris],
  post_logout_redirect_uris: [...application.post_logout_redirect_uris],
  backchannel_logout_uri: application.backchannel_logout_uri,
  scopes: [...application.scopes],
  who: {
    ...(application.roles === null ? {} : { roles: [...application.roles] }),
    ...(application.tenant_ids === null ? {} : { tenant_ids: [...application.tenant_ids] }),
    ...(application.reach === 'below' && !isService(application) ? { below: true } : {}),
  },
  ...(isService(application) ? { below: application.reach === 'below' } : {}),
  pkce: application.pkce,
  oib_ground: application.oib_ground,
  trusted: application.trusted_at !== null,
  foreign: application.foreign_at !== null,
  logo_url: applicationLogos.urlOf(application.logo),
  keeps_secret: keepsSecret(application),
  secret_made_at: application.secret_made_at,
  created_at: application.created_at,
  updated_at: application.updated_at,
  last_used_at: application.last_used_at,
  ends_at: application.ends_at,
});

/** What people see of an application. */
const presented = { id: Type.String(), name: Type.String(), logo_url: nullableText };

const OwnApplicationAnswer = Type.Object({
  ...presented,
  scopes: Type.Array(choice(SCOPES)),
  given_at: instant,
});

export const OwnApplicationsAnswer = Type.Object(
  { items: Type.Array(OwnApplicationAnswer) },
  { title: 'OwnApplications' },
);

export const showOwnApplication = (own: OwnApplication): Static<typeof OwnApplicationAnswer> => ({
  id: own.application_id,
  name: own.name,
  logo_url: applicationLogos.urlOf(own.logo),
  scopes: [...own.scopes],
  given_at: own.given_at,
});

export const showToPeople = ({ id, name, logo }: Pick<Application, 'id' | 'name' | 'logo'>) => ({
  id,
  name,
  logo_url: applicationLogos.urlOf(logo),
});

export const AuthorizationForm = Type.Record(Type.String(), Type.String({ maxLength: 8192 }), {
  title: 'AuthorizationRequest',
  maxProperties: 50,
});

export const InteractionParams = Type.Object({ uid: Type.String({ minLength: 1, maxLength: 64 }) });

/** A digest of what people are told, which the consent names: nobody agrees to what they were not shown. */
const shownDigest = Type.String({ maxLength: 64, description: '`shown` of what the person was shown and agrees to' });

const askedMembers = {
  scopes: Type.Array(choice(SCOPES), { description: 'What it asks to read' }),
  oib_ground: nullableText,
  shown: Type.String({ description: 'A digest of what is told here; consent names it, or is asked for again' }),
};

export const InteractionAnswer = Type.Object(
  {
    application: Type.Object(presented),
    ...askedMembers,
    place: Type.Union([Type.String(), Type.Null()], {
      description: 'The host or program where the person goes back to',
    }),
    login_hint: nullableText,
    language: nullableText,
    sign_in_again: Type.Boolean({ description: 'Whether somebody who is signed in must re-authenticate' }),
  },
  { title: 'Interaction' },
);

export const showConsentRequest = (asked: ConsentRequest) => ({
  scopes: [...asked.scopes],
  oib_ground: asked.ground,
  shown: digestOfConsentRequest(asked),
});

export const InteractionBody = Type.Object(
  {
    consent: Type.Optional(Type.Boolean({ description: 'The person agrees to what the application asks to read' })),
    shown: Type.Optional(shownDigest),
    stay: Type.Optional(Type.Boolean({ description: 'The person wants to enter with the account of this call' })),
  },
  { title: 'InteractionDecision' },
);

const INTERACTION_STATES = [
  'done',
  'policy',
  'consent',
  'reauthenticate',
  'select_account',
  'other_person',
  'not_admitted',
] as const;

export const InteractionStateAnswer = Type.Object(
  {
    state: choice(INTERACTION_STATES, {
      description:
        'What is still missing, if anything; `policy`: the current privacy policy must be confirmed; `select_account`: the application wants the person to choose an account',
    }),
    redirect_to: Type.Union([Type.String(), Type.Null()], {
      description: 'Where the browser continues; only with `done`',
    }),
  },
  { title: 'InteractionState' },
);

export type InteractionState = Static<typeof InteractionStateAnswer>;

export const LogoutsQuery = Type.Object(pageQuery);

const LogoutAnswer = Type.Object(
  {
    id: Type.Integer(),
    state: choice(NOTICE_STATES, {
      description: '`refused` by the application, for good; `failed` after three days without an answer',
    }),
    attempts: Type.Integer(),
    created_at: instant,
    due_at: instant,
    tried_at: nullableInstant,
    last_error: nullableText,
    user_id: Type.Union([Type.Integer(), Type.Null()]),
    user_name: Type.Union([Type.String(), Type.Null()], {
      description: 'Current name; null for somebody in another tenant, unknown or erased',
    }),
  },
  { title: 'Logout' },
);
export const LogoutsAnswer = listAnswer(LogoutAnswer, 'LogoutList');

const userCode = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'As the device shows it; case and separators do not matter',
});
export const DeviceBody = Type.Object({ user_code: userCode }, { title: 'DeviceCodeTyped' });
export const DeviceDecisionBody = Type.Object(
  { user_code: userCode, allow: Type.Boolean(), shown: Type.Optional(shownDigest) },
  { title: 'DeviceDecision' },
);

export const DeviceAnswer = Type.Object(
  {
    application: Type.Object(presented),
    ...askedMembers,
    asked_at: instant,
  },
  { title: 'WaitingDevice' },
);

export const showDevice = ({ application, scopes, askedAt }: WaitingDevice): Static<typeof DeviceAnswer> => ({
  application: showToPeople(application),
  ...showConsentRequest(consentRequestOf(application, scopes)),
  asked_at: askedAt,
});
