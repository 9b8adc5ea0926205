import type { TokenKind } from '../action-tokens/action-token.ts';
import { actionTokenErrors } from '../action-tokens/action-tokens-errors.ts';
import { InvitationPreflightAnswer, PreflightAnswer, TokenQuery } from '../action-tokens/action-tokens-wire.ts';
import type { AuditAction } from '../audit/catalogue.ts';
import { defineOpenRoute, ok, type Route } from '../http/define-route.ts';
import { open } from '../http/route-access.ts';
import { perAddress } from '../http/route-limit.ts';
import { DetailAnswer } from '../http/wire.ts';
import { minutes } from '../kernel/durations.ts';
import { passwordErrors } from './passwords-errors.ts';
import { NewPasswordBody } from './passwords-wire.ts';
import { preflightPasswordToken } from './preflight-password-token.ts';
import { type PasswordTokenDeps, redeemPasswordToken } from './redeem-password-token.ts';
import { newPasswordOf } from './require-good-password.ts';

/** How one kind of link sets a password. */
export interface LinkStatement {
  readonly kind: TokenKind;
  /** The first answers the preflight too; the others are older names of it. */
  readonly paths: readonly [string, ...string[]];
  readonly tag: string;
  readonly asks: string;
  readonly sets: string;
  readonly done: string;
  readonly audit: readonly AuditAction[];
}

const access = open('the token is the credential');

/** The routes behind a mailed link: is it still good, and the password that it sets. */
export const passwordByLink = (deps: PasswordTokenDeps, link: LinkStatement): Route[] => [
  defineOpenRoute({
    method: 'GET',
    path: link.paths[0],
    summary: link.asks,
    tag: link.tag,
    access,
    limit: perAddress({ most: 120, within: minutes(1) }),
    audit: [],
    request: { query: TokenQuery },
    responses: {
      success: ok(link.kind === 'invite' ? InvitationPreflightAnswer : PreflightAnswer, 'It works'),
      refusals: [actionTokenErrors['token.invalid']],
    },
    handle: ({ query }) => preflightPasswordToken(deps, link.kind, query.token),
  }),
  ...link.paths.map((path) => redeemRoute(deps, link, path)),
];

const redeemRoute = (deps: PasswordTokenDeps, { kind, tag, sets, done, audit }: LinkStatement, path: string): Route =>
  defineOpenRoute({
    method: 'POST',
    path,
    summary: sets,
    tag,
    access,
    limit: perAddress({ most: 60, within: minutes(1) }),
    audit,
    request: { body: NewPasswordBody },
    responses: {
      success: ok(DetailAnswer, 'Set; every sign-in has ended'),
      refusals: [actionTokenErrors['token.invalid'], passwordErrors['passwords.busy']],
    },
    handle: async ({ body, call, limitKey, left }) => {
      const sender = { address: limitKey, left: left() };
      await redeemPasswordToken(deps, call, sender, {
        kind,
        token: body.token,
        password: newPasswordOf(body),
      });
      return { detail: done };
    },
  });
