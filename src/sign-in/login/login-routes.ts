import { type TSchema, Type } from 'typebox';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { defineOpenRoute, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { open, signedIn } from '../../platform/http/route-access.ts';
import { limitedByLockout, perAddress, unlimited } from '../../platform/http/route-limit.ts';
import { DetailAnswer } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { endSession, endSessionsOf } from '../sessions/end-sessions.ts';
import { signInWithVisit } from './complete-sign-in.ts';
import { passwordProof } from './password-proof.ts';
import { reauthenticate } from './reauthenticate.ts';
import { refreshSignIn } from './refresh-sign-in.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { LogoutQuery, ReauthenticateBody, RefreshBody, SignInAnswer } from './sign-in-wire.ts';
import type { FirstProof, WaysIn } from './ways-in.ts';

type LoginBody = Readonly<Record<string, unknown>>;

/**
 * One schema for the bodies of all ways to sign in. The member that chooses a way (`chosenBy`) selects the schema of that way;
 * of two such members, the one of the earlier way. A body without any is validated as `otherwise`.
 */
const loginBody = (ways: readonly FirstProof[], otherwise: FirstProof) =>
  Type.Unsafe<LoginBody>(
    ways
      .filter((way) => way !== otherwise)
      .reduceRight<TSchema>(
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        (others, { chosenBy, body }) => ({ if: { required: [chosenBy] }, then: body, else: others }),
        otherwise.body,
      ),
  );

/** The way that a valid body chooses. @throws InvalidRequest (422) when it has proofs for two ways */
function wayOf(body: LoginBody, ways: readonly FirstProof[], otherwise: FirstProof): FirstProof {
  const [chosen = otherwise, ...others] = ways.filter(({ chosenBy }) => body[chosenBy] !== undefined);
  // A passkey can be the first proof, or the second factor of a pending sign-in.
  const second = others.find(({ chosenBy }) => !(chosenBy in chosen.body.properties));
  if (second === undefined) return chosen;
  throw invalidField('body', second.chosenBy, 'not_allowed', 'Pošaljite samo jedan dokaz.');
}

export function loginRoutes(deps: SignInDeps & { readonly waysIn: WaysIn }): Route[] {
  const ways = deps.waysIn.firstProofs();
  const accepted = ways.find((way) => way.accepted !== undefined)?.accepted;
  const refusals = ways.flatMap((way) => way.refusals);
  return [
    defineOpenRoute({
      method: 'POST',
      path: '/api/auth/login',
      summary: 'Signs a person in',
      tag: 'Sign-in',
      wayIn: 'login',
      access: open('this is where a token comes from'),
      limit: limitedByLockout,
      audit: [
        ...(['login.ok', 'login.fail', 'login.locked', 'login.2fa_required'] as const),
        ...([
          'login.2fa_fail',
          'login.ratelimit.ip',
          'session.limit',
          'consent.record',
          'device.new',
          'logout',
        ] as const),
        ...ways.flatMap(({ audit }) => audit),
      ],
      refuseEarly: deps.passwords.requireRoom,
      request: { body: loginBody(ways, passwordProof) },
      responses: {
        success: ok(SignInAnswer, 'Signed in'),
        ...(accepted === undefined ? {} : { accepted }),
        refusals: [
          'login.wrong',
          'login.2fa_required',
          'login.ended',
          'account.suspended',
          'account.invited',
          'login.factor_shut',
          'attempts.locked',
          'attempts.address_blocked',
          ...new Set(refusals),
        ],
      },
      handle: ({ body, call, limitKey, left, reply }) =>
        signInWithVisit(deps, reply, (visited) =>
          wayOf(body, ways, passwordProof).enter(visited, { body, call, limitKey, left: left(), reply }),
        ),
    }),
  ];
}

const tag = 'Sign-in';

export const signInRoutes = (deps: SignInDeps): Route[] => [
  defineOpenRoute({
    method: 'POST',
    path: '/api/auth/refresh',
    withoutTurn: 'a few reads by key and one commit, and a whole federation may share one address',
    summary: 'Exchanges a refresh token for the next pair',
    tag,
    access: open('the refresh token in the body is the credential; the access token has expired'),
    limit: perAddress({ most: 6000, within: minutes(1) }), // a whole federation may share one address
    audit: ['auth.refresh', 'auth.refresh.reuse', 'session.switch'],
    request: { body: RefreshBody },
    responses: {
      success: ok(SignInAnswer, 'The next pair'),
      refusals: ['refresh.invalid', 'refresh.reused', 'memberships.none', 'session.factor_required', 'session.renewed'],
    },
    handle: ({ body, call }) => refreshSignIn(deps, call, body),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/reauthenticate',
    summary: 'Re-authenticates the caller, as some acts require',
    tag,
    access: signedIn({ exemptFrom: ['password-change', 'enrolment'] }),
    limit: limitedByLockout,
    audit: ['auth.reauthenticate', 'auth.reauthenticate.fail', 'login.locked'],
    request: { body: ReauthenticateBody },
    responses: {
      success: ok(DetailAnswer, 'Proved'),
      refusals: ['password.wrong', ...Object.values(lockoutErrors), 'passwords.busy'],
    },
    handle: async ({ body, call, limitKey, left }) => {
      await reauthenticate(deps, call, { ...body, limitKey, left: left() });
      return { detail: 'Potvrđeno.' };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/logout',
    withoutTurn: 'nobody waits for other answers to end a sign-in',
    summary: 'Ends this sign-in, or all of the caller',
    tag,
    access: signedIn({ exemptFrom: ['password-change', 'enrolment'] }),
    limit: unlimited('each call ends the sign-in that it needs'),
    audit: ['logout'],
    request: { query: LogoutQuery },
    responses: { success: ok(DetailAnswer, 'Signed out'), refusals: [] },
    handle: async ({ query, call }) => {
      await signOut(deps, call, query.all ?? false);
      return { detail: 'Odjavljeni ste.' };
    },
  }),
];

/** Ends the caller's sign-in, or all of them with `all`. Concurrent calls end it once. */
async function signOut({ database }: SignInDeps, call: Call, all: boolean): Promise<void> {
  const { at } = call;
  const { userId, sid } = call.caller;
  await database.transaction(async (tx) => {
    const ended = all ? await endSessionsOf(tx, userId, 'logout', at) : Number(await endSession(tx, sid, 'logout', at));
    if (ended > 0) await recordAudit(tx, call, { action: 'logout', about: 'actor', meta: { sid, all, ended } });
  });
}
