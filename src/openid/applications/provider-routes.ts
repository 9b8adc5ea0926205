import { Type } from 'typebox';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import { defineOpenRoute, defineRoute, type Method, ok, type Route } from '../../platform/http/define-route.ts';
import { handOver } from '../../platform/http/hand-over.ts';
import { open, signedIn } from '../../platform/http/route-access.ts';
import { perAddress, perCaller } from '../../platform/http/route-limit.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { PROVIDER_MOUNT } from '../../sign-in/sessions/logout-notices/logout-token.ts';
import * as wire from './applications-wire.ts';
import { decideInteraction, refuseInteraction } from './decide-interaction.ts';
import { type Browser, findInteraction } from './find-interaction.ts';
import * as answers from './protocol-answers.ts';
import type { ApplicationsDeps } from './provider-host.ts';

const tag = 'OpenID Connect';
const off = 'applications.off';
const gone = 'applications.interaction_gone';

interface Endpoint {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly reason: string;
  /** Calls per minute and address: a whole club may share one, and so do all people of an application on a server. */
  readonly most: number;
  readonly audit: readonly AuditAction[];
  readonly answers: typeof answers.TOKENS;
}

const PERSON = 'people come here from an application, before they have signed in';
const APPLICATION = 'the application proves itself by its secret, by a code, or by a token';

/** Answered by the library; bodies and answers are those of RFC 6749, RFC 7009, RFC 7662 and OpenID Connect. */
const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/.well-known/openid-configuration',
    summary: 'The provider’s metadata (OpenID Connect Discovery)',
    reason: 'applications read it before they can do anything',
    most: 600,
    audit: [],
    answers: answers.METADATA,
  },
  {
    method: 'GET',
    path: '/jwks',
    summary: 'The public keys that verify ID tokens and logout tokens, and no others',
    reason: 'public keys are public',
    most: 600,
    audit: [],
    answers: answers.KEYS,
  },
  {
    method: 'GET',
    path: '/auth',
    summary: 'Where an application sends people to sign in (code flow with PKCE)',
    reason: PERSON,
    most: 600,
    audit: ['application.enter'],
    answers: answers.LEADS_ON,
  },
  {
    method: 'GET',
    path: '/auth/:uid',
    summary: 'Returns to the application once the person has signed in',
    reason: PERSON,
    most: 600,
    audit: ['application.enter'],
    answers: answers.LEADS_ON,
  },
  {
    method: 'POST',
    path: '/token',
    summary: 'Tokens for a code, a device code or a refresh token, or for a service',
    reason: APPLICATION,
    most: 1200,
    audit: ['application.token', 'application.replay'],
    answers: answers.TOKENS,
  },
  {
    method: 'POST',
    path: '/device/auth',
    summary: 'Issues a code for a device without a browser, and what the device shows (RFC 8628)',
    reason: 'a device that nobody has signed in to asks; what it gets opens nothing until somebody agrees',
    most: 120,
    audit: [],
    answers: answers.DEVICE,
  },
  ...(['GET', 'POST'] as const).map((method) => ({
    method,
    path: '/userinfo',
    summary: 'The claims that the person lets the application read',
    reason: APPLICATION,
    most: 3000,
    audit: [],
    answers: answers.USERINFO,
  })),
  {
    method: 'POST',
    path: '/introspect',
    summary: 'Whether a token of the application is still valid (RFC 7662)',
    reason: APPLICATION,
    most: 60_000,
    audit: [],
    answers: answers.INTROSPECTION,
  },
  {
    method: 'POST',
    path: '/revoke',
    summary: 'Ends a token of the application or service (RFC 7009)',
    reason: APPLICATION,
    most: 1200,
    audit: ['application.token_revoke'],
    answers: answers.REVOCATION,
  },
  {
    method: 'GET',
    path: '/logout',
    summary: 'Where an application sends people to sign out (RP-Initiated Logout)',
    reason: PERSON,
    most: 600,
    audit: [],
    answers: answers.SHOWS_A_PAGE,
  },
  {
    method: 'POST',
    path: '/logout/confirm',
    summary: 'Signs the person out of everything, or only of the application',
    reason: 'a form of a page of ours, with its own protection against others',
    most: 600,
    audit: ['logout'],
    answers: answers.LEADS_ON,
  },
  {
    method: 'GET',
    path: '/logout/success',
    summary: 'Says that the person has signed out',
    reason: PERSON,
    most: 600,
    audit: [],
    answers: answers.SHOWS_A_PAGE,
  },
];

const interaction = `${PROVIDER_MOUNT}/interaction/:uid`;
const perMinute = perAddress({ most: 600, within: minutes(1) });

export const providerRoutes = (deps: ApplicationsDeps): Route[] => [
  ...ENDPOINTS.map(({ method, path, summary, reason, most, audit, answers: { success, others } }) =>
    defineOpenRoute({
      method,
      path: `${PROVIDER_MOUNT}${path}`,
      summary,
      tag,
      access: open(reason),
      limit: perAddress({ most, within: minutes(1) }),
      audit,
      request: { handedOver: true },
      responses: { success, others, refusals: [off] },
      handle: async ({ call, reply }) => handOver(reply, await deps.host.answerer(call)),
    }),
  ),
  defineOpenRoute({
    method: 'POST',
    path: `${PROVIDER_MOUNT}/auth`,
    summary: 'The same as GET, by a form (OpenID Connect Core §3.1.2.1)',
    tag,
    access: open(PERSON),
    limit: perMinute,
    audit: [],
    request: { body: wire.AuthorizationForm, bodyMayBeForm: true },
    responses: { success: { status: 303, description: 'A redirect' }, refusals: [] },
    // Otherwise the session cookie would have to be sent with cross-site requests (`SameSite=None`).
    handle: async ({ body, reply }) =>
      reply
        .code(303)
        .header('location', `${PROVIDER_MOUNT}/auth?${new URLSearchParams(body)}`)
        .send(),
  }),
  defineOpenRoute({
    method: 'GET',
    path: interaction,
    summary: 'Leads to the page on which the person signs in',
    tag,
    access: open(PERSON),
    limit: perMinute,
    audit: [],
    request: { params: wire.InteractionParams },
    responses: { success: { status: 303, description: 'A redirect' }, refusals: [] },
    handle: async ({ params, reply }) =>
      reply
        .code(303)
        .header('location', `/prijava-u-aplikaciju?uid=${encodeURIComponent(params.uid)}`)
        .send(),
  }),
  defineOpenRoute({
    method: 'GET',
    path: `${interaction}/details`,
    summary: 'Which application asks, and what for; only for the browser that it sent here',
    tag,
    access: open('the page names the application before the person has signed in'),
    limit: perMinute,
    audit: [],
    request: { params: wire.InteractionParams },
    responses: { success: ok(wire.InteractionAnswer, 'What waits'), refusals: [off, gone] },
    handle: async ({ params, reply }) => {
      const found = await findInteraction(deps, params.uid, browserOf(reply));
      const { application, asked, loginHint, language, prompts, maxAge } = found;
      return {
        application: wire.showToPeople(application),
        ...wire.showConsentRequest(asked),
        place: asked.place,
        login_hint: loginHint,
        language,
        sign_in_again: prompts.includes('login') || maxAge === 0,
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: interaction,
    summary: 'Signs the caller in to the application, unless something is missing',
    tag,
    access: signedIn(),
    limit: perCaller({ most: 120, within: minutes(1) }),
    audit: ['application.consent'],
    request: { params: wire.InteractionParams, body: wire.InteractionBody, bodyMayBeMissing: true },
    responses: { success: ok(wire.InteractionStateAnswer, 'Done, or what is missing'), refusals: [off, gone] },
    handle: ({ params, body, call, reply }) =>
      decideInteraction(deps, call, params.uid, {
        browser: browserOf(reply),
        consent: body.consent === true,
        shown: body.shown,
        stay: body.stay === true,
      }),
  }),
  defineOpenRoute({
    method: 'POST',
    path: `${interaction}/refuse`,
    summary: 'Refuses to sign in to the application',
    tag,
    access: open('whoever has not signed in may turn back too'),
    limit: perMinute,
    audit: [],
    request: { params: wire.InteractionParams, body: Type.Object({}) }, // JSON only, which no cross-site form can send
    responses: {
      success: ok(Type.Object({ redirect_to: Type.String() }), 'Where the browser goes on'),
      refusals: [off, gone],
    },
    handle: async ({ params, reply }) => ({ redirect_to: await refuseInteraction(deps, params.uid, browserOf(reply)) }),
  }),
];

const browserOf = (reply: { request: { raw: Browser['request'] }; raw: Browser['response'] }): Browser => ({
  request: reply.request.raw,
  response: reply.raw,
});
