import { TokenQuery } from '../../accounts/action-tokens/action-tokens-wire.ts';
import { defineOpenRoute, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { keepForAMinute } from '../../platform/http/response-headers.ts';
import { open, signedIn } from '../../platform/http/route-access.ts';
import { limitedByLockout, perAddress, perCaller, unlimited } from '../../platform/http/route-limit.ts';
import { DetailAnswer, IdParams } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { SECURITY_PAGE } from '../passwords/change-password.ts';
import { addOwnPasskey, beginPasskey } from './add-passkey.ts';
import { type PasskeysDeps, removeOwnPasskey, renameOwnPasskey } from './own-passkeys.ts';
import { MOST_PASSKEYS } from './passkey.ts';
import { beginByInvitation } from './passkey-by-invitation.ts';
import { listPasskeys } from './passkeys-of-person.ts';
import { findHandle } from './passkeys-store.ts';
import {
  AddPasskeyBody,
  NewPasskeyQuery,
  OptionsAnswer,
  OwnPasskeysAnswer,
  PasskeyAnswer,
  PasskeyEndpointsAnswer,
  PasskeyProofBody,
  RelatedOriginsAnswer,
  RenamePasskeyBody,
} from './passkeys-wire.ts';
import { beginReauthentication, reauthenticateWithPasskey } from './reauthenticate-with-passkey.ts';
import { requireOn } from './relying-party.ts';
import { beginSignIn } from './sign-in-with-passkey.ts';

const tag = 'Passkeys';
const access = signedIn({ exemptFrom: ['password-change'] });
const always = signedIn({ exemptFrom: ['password-change', 'enrolment'] });
const adding = signedIn({ exemptFrom: ['enrolment'] });
const nowAndThen = perCaller({ most: 60, within: minutes(10) });
const cheap = unlimited('one signature; nothing is read or stored');

export const passkeysRoutes = (deps: PasskeysDeps): Route[] => [...openRoutes(deps), ...ownRoutes(deps)];

const openRoutes = (deps: PasskeysDeps): Route[] => [
  defineOpenRoute({
    method: 'GET',
    path: '/api/auth/passkey',
    summary: 'What a page needs to ask for a passkey; the answer goes to `POST /api/auth/login`',
    tag,
    access: open('the same for everybody; who answers is told by the passkey'),
    limit: cheap,
    audit: [],
    request: {},
    responses: { success: ok(OptionsAnswer, 'A new challenge'), refusals: ['passkey.off'] },
    handle: async ({ call }) => beginSignIn(deps, call.at),
  }),
  defineOpenRoute({
    method: 'GET',
    path: '/api/auth/setup-password/passkey',
    summary: 'What a page needs to make a passkey for whoever was invited; the answer goes to `POST …/setup-password`',
    tag,
    access: open('the token is the credential'),
    limit: perAddress({ most: 120, within: minutes(1) }),
    audit: [],
    request: { query: TokenQuery },
    responses: {
      success: ok(OptionsAnswer, 'A new challenge'),
      refusals: ['passkey.off', 'passkey.second_step', 'token.invalid'],
    },
    handle: ({ query, call }) => beginByInvitation(deps, query.token, call.at),
  }),
  defineOpenRoute({
    method: 'GET',
    path: '/.well-known/passkey-endpoints',
    summary: 'Where people add and manage passkeys, for programs that keep them',
    tag,
    access: open('programs that keep passkeys ask it without credentials'),
    limit: cheap,
    audit: [],
    request: {},
    responses: {
      success: ok(PasskeyEndpointsAnswer, 'The page of both'),
      refusals: ['passkey.off'],
    },
    handle: async ({ reply }) => {
      requireOn(deps.party);
      keepForAMinute(reply);
      const page = `${deps.publicUrl}${SECURITY_PAGE}`;
      return { enroll: page, manage: page };
    },
  }),
  defineOpenRoute({
    method: 'GET',
    path: '/.well-known/webauthn',
    summary: 'Origins whose pages may use the passkeys of this service',
    tag,
    access: open('browsers ask it without credentials'),
    limit: cheap,
    audit: [],
    request: {},
    responses: { success: ok(RelatedOriginsAnswer, 'Its own first'), refusals: ['passkey.off'] },
    handle: async ({ reply }) => {
      const { origins } = requireOn(deps.party);
      keepForAMinute(reply);
      return { origins };
    },
  }),
];

const ownRoutes = (deps: PasskeysDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/auth/reauthenticate/passkey',
    summary: 'What a page needs to ask the caller for a passkey again',
    tag,
    access: always,
    limit: nowAndThen,
    audit: [],
    request: {},
    responses: {
      success: ok(OptionsAnswer, 'A new challenge'),
      refusals: ['passkey.off', 'passkey.not_found'],
    },
    handle: ({ call }) => beginReauthentication(deps, call),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/reauthenticate/passkey',
    summary: 'Re-authenticates the caller with a passkey, as some acts require',
    tag,
    access: always,
    limit: limitedByLockout,
    audit: ['auth.reauthenticate', 'auth.reauthenticate.fail', 'login.locked', 'passkey.refuse'],
    request: { body: PasskeyProofBody },
    responses: {
      success: ok(DetailAnswer, 'Proved'),
      refusals: ['passkey.off', 'passkey.not_confirmed', ...Object.values(lockoutErrors)],
    },
    handle: async ({ body, call, limitKey }) => {
      await reauthenticateWithPasskey(deps, call, { ...body, limitKey });
      return { detail: 'Potvrđeno.' };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users/me/passkeys',
    summary: 'The caller’s passkeys, and whether there can be any here',
    tag,
    access: always,
    limit: perCaller({ most: 120, within: minutes(1) }),
    audit: [],
    request: {},
    responses: { success: ok(OwnPasskeysAnswer, 'In the order in which they were added'), refusals: [] },
    handle: async (_request, { userId }) => {
      const { party, database } = deps;
      return {
        available: party.isOn,
        unavailable_reason: party.isOn ? null : party.reason,
        rp_id: party.isOn ? party.id : null,
        user_handle: (await findHandle(database.read, userId)) ?? null,
        most: MOST_PASSKEYS,
        items: (await listPasskeys(database.read, userId)).map(deps.showPasskey),
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/users/me/passkeys/options',
    summary: 'What a page needs to make a passkey for the caller',
    tag,
    requiresReauth: 'always',
    access: adding,
    limit: nowAndThen,
    audit: [],
    request: { query: NewPasskeyQuery },
    responses: { success: ok(OptionsAnswer, 'A new challenge'), refusals: ['passkey.off'] },
    handle: ({ query, call }) => beginPasskey(deps, call, query),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/users/me/passkeys',
    summary: 'Adds a passkey to the account of the caller',
    tag,
    requiresReauth: 'always',
    access: adding,
    limit: nowAndThen,
    audit: ['passkey.add'],
    request: { body: AddPasskeyBody },
    responses: {
      success: { status: 201, schema: PasskeyAnswer, description: 'Added' },
      refusals: ['passkey.off', 'passkey.not_added', 'passkey.exists', 'passkey.too_many'],
    },
    handle: async ({ body, call }) => deps.showPasskey(await addOwnPasskey(deps, call, body)),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/api/users/me/passkeys/:id',
    summary: 'Gives a passkey of the caller another name',
    tag,
    access,
    limit: nowAndThen,
    audit: ['passkey.rename'],
    request: { params: IdParams, body: RenamePasskeyBody },
    responses: { success: ok(PasskeyAnswer, 'Renamed'), refusals: ['passkey.not_found'] },
    handle: async ({ params, body, call }) =>
      deps.showPasskey(await renameOwnPasskey(deps, call, { ...params, ...body })),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/users/me/passkeys/:id',
    summary: 'Removes a passkey of the caller',
    tag,
    requiresReauth: 'always',
    access,
    limit: nowAndThen,
    audit: ['passkey.remove'],
    request: { params: IdParams },
    responses: {
      success: { status: 204, description: 'It opens nothing from now on' },
      refusals: ['passkey.not_found', 'passkey.last_way_in'],
    },
    handle: ({ params, call }) => removeOwnPasskey(deps, call, params.id),
  }),
];
