import { defineOpenRoute, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open, signedIn } from '../../platform/http/route-access.ts';
import { limitedByLockout, perCaller } from '../../platform/http/route-limit.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { signInWithVisit } from '../login/complete-sign-in.ts';
import { SignInAnswer } from '../login/sign-in-wire.ts';
import { GoogleLinkAnswer, GoogleLinkBody, GoogleSignInBody, GoogleStatusAnswer } from './google-wire.ts';
import { findLinkAt } from './identity-links-store.ts';
import type { GoogleDeps } from './issuers-deps.ts';
import { unlinkIdentity } from './link-identity.ts';
import { GOOGLE } from './linked-issuer.ts';
import { linkGoogle, signInWithGoogle, verifierOf } from './sign-in-with-google.ts';

const tag = 'Google';

/** Refuses before the body is validated. */
const refuseWhenOff = (deps: GoogleDeps) => (): undefined => void verifierOf(deps);

export const googleRoutes = (deps: GoogleDeps): Route[] => [
  defineOpenRoute({
    method: 'POST',
    path: '/api/auth/google',
    summary: 'Signs a person in with a Google account',
    tag,
    wayIn: 'google',
    access: open('the ID token in the body is the credential'),
    limit: limitedByLockout,
    refuseEarly: refuseWhenOff(deps),
    audit: [
      ...(['google.login', 'google.link', 'login.fail', 'login.2fa_required'] as const),
      ...([
        'login.2fa_fail',
        'login.locked',
        'login.ratelimit.ip',
        'session.limit',
        'consent.record',
        'device.new',
        'logout',
      ] as const),
    ],
    request: { body: GoogleSignInBody },
    responses: {
      success: ok(SignInAnswer, 'Signed in'),
      refusals: [
        'google.off',
        'google.invalid',
        'google.not_linked',
        'login.wrong',
        'login.2fa_required',
        'login.ended',
        'account.suspended',
        'account.invited',
        'login.factor_shut',
        'google.unavailable',
        ...Object.values(lockoutErrors),
      ],
    },
    handle: ({ body, call, limitKey, reply }) =>
      signInWithVisit(deps, reply, (visited) => signInWithGoogle(visited, call, limitKey, body)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users/me/google',
    summary: 'Whether the account of the caller is linked to a Google account',
    tag,
    access: signedIn({ exemptFrom: ['password-change'] }),
    limit: perCaller({ most: 120, within: minutes(1) }),
    audit: [],
    request: {},
    responses: { success: ok(GoogleStatusAnswer, 'As it stands'), refusals: ['google.off'] },
    handle: async (_request, caller) => {
      verifierOf(deps);
      const link = await findLinkAt(deps.database.read, caller.userId, GOOGLE.issuer);
      return { linked: link !== undefined, email: link?.email ?? null, linked_at: link?.linked_at ?? null };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/users/me/google',
    summary: 'Links the account of the caller to a Google account',
    tag,
    requiresReauth: 'always',
    access: signedIn(),
    limit: perCaller({ most: 20, within: minutes(10) }),
    refuseEarly: refuseWhenOff(deps),
    audit: ['google.link'],
    request: { body: GoogleLinkBody },
    responses: {
      success: ok(GoogleLinkAnswer, 'Linked'),
      refusals: ['google.off', 'google.invalid', 'google.unavailable', 'google.taken', 'google.linked_already'],
    },
    handle: async ({ body, call }) => {
      const { email, linked_at } = await linkGoogle(deps, call, body);
      return { email: email ?? '', linked_at }; // Google's always has one
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/users/me/google',
    summary: 'Removes the link to a Google account',
    tag,
    requiresReauth: 'always',
    access: signedIn({ exemptFrom: ['password-change'] }),
    limit: perCaller({ most: 20, within: minutes(10) }),
    audit: ['google.unlink'],
    request: {},
    responses: {
      success: { status: 204, description: 'The link is gone' },
      refusals: ['google.off', 'google.no_link', 'google.last_way_in'],
    },
    handle: ({ call }) => {
      verifierOf(deps);
      return unlinkIdentity(deps, call, async () => GOOGLE);
    },
  }),
];
