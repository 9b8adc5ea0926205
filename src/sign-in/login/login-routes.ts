import { defineOpenRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open } from '../../platform/http/route-access.ts';
import { limitedByLockout } from '../../platform/http/route-limit.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { loginBody, wayOf } from './login-body.ts';
import { passwordProof } from './password-proof.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { signInErrors } from './sign-in-errors.ts';
import { SignInAnswer } from './sign-in-wire.ts';
import { signInWithVisit } from './sign-in-with-visit.ts';
import type { WaysIn } from './ways-in.ts';

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
          ...[signInErrors['login.wrong'], signInErrors['login.2fa_required']],
          ...[signInErrors['account.suspended'], signInErrors['account.invited']],
          signInErrors['login.factor_shut'],
          ...[lockoutErrors['attempts.locked'], lockoutErrors['attempts.address_blocked']],
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
