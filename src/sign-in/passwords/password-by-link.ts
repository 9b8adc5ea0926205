import type { FastifyReply } from 'fastify';
import { type TObject, type TSchema, Type } from 'typebox';
import type { TokenKind } from '../../accounts/action-tokens/action-token.ts';
import { actionTokenErrors } from '../../accounts/action-tokens/action-tokens-errors.ts';
import {
  InvitationPreflightAnswer,
  PreflightAnswer,
  TokenQuery,
} from '../../accounts/action-tokens/action-tokens-wire.ts';
import type { Account } from '../../accounts/users/user.ts';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import { defineOpenRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open } from '../../platform/http/route-access.ts';
import { perAddress } from '../../platform/http/route-limit.ts';
import type { ErrorDefinition } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { passwordErrors } from './passwords-errors.ts';
import { NewPasswordBody } from './passwords-wire.ts';
import { preflightPasswordToken } from './preflight-password-token.ts';
import { type AfterPasswordSet, type PasswordTokenDeps, redeemPasswordToken } from './redeem-password-token.ts';
import { newPasswordOf } from './require-good-password.ts';

/** Describes how one kind of link sets a password. */
export interface LinkStatement {
  readonly kind: TokenKind;
  /** The first also serves the preflight; the others are older names for it. */
  readonly paths: readonly [string, ...string[]];
  readonly tag: string;
  readonly asks: string;
  readonly sets: string;
  readonly done: string;
  readonly audit: readonly AuditAction[];
  readonly instead?: InsteadOfPassword;
}

/** Something else that a link may set instead of a password; implemented by later rooms. */
export interface InsteadOfPassword {
  /** The member of the body whose presence selects it. */
  readonly chosenBy: string;
  readonly body: TObject;
  readonly audit: readonly AuditAction[];
  readonly refusals: readonly ErrorDefinition[];
  /** Checks the body before the token is spent; members may be missing. */
  readonly prepare: (body: unknown, owner: Account, at: Instant) => Promise<AfterPasswordSet>;
}

/** A sign-in that may follow; implemented by later rooms. */
export interface SignInByLink {
  /** The response: the sentence, and the members of a sign-in response if one was opened. */
  readonly answer: TSchema;
  begin(reply: FastifyReply): {
    readonly open: AfterPasswordSet;
    /** Called after the transaction; returns nothing if no sign-in was opened. */
    answer(): Promise<object | undefined>;
  };
}

export interface PasswordByLinkDeps extends PasswordTokenDeps {
  readonly signInByLink: SignInByLink;
}

const access = open('the token is the credential');

/** The routes behind a mailed link: one checks whether it is still valid, the other sets the password. */
export const passwordByLink = (deps: PasswordByLinkDeps, link: LinkStatement): Route[] => [
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

const redeemRoute = (
  deps: PasswordByLinkDeps,
  { kind, tag, sets, done, audit, instead }: LinkStatement,
  path: string,
): Route =>
  defineOpenRoute({
    method: 'POST',
    path,
    summary: sets,
    tag,
    access,
    limit: perAddress({ most: 60, within: minutes(1) }),
    audit: [...audit, ...(instead?.audit ?? []), 'login.ok', 'session.limit', 'consent.record', 'device.new', 'logout'],
    request: { body: bodyOf(instead) },
    responses: {
      success: ok(deps.signInByLink.answer, 'Set; every other sign-in has ended'),
      refusals: [
        ...[actionTokenErrors['token.invalid'], passwordErrors['passwords.busy']],
        ...(instead?.refusals ?? []),
      ],
    },
    handle: async ({ body, call, limitKey, left, reply }) => {
      const signIn = body.sign_in === true ? deps.signInByLink.begin(reply) : undefined;
      const sender = { address: limitKey, left: left() };
      await redeemPasswordToken(deps, call, sender, {
        kind,
        token: body.token,
        ...(instead !== undefined && instead.chosenBy in body
          ? { instead: (owner, at) => instead.prepare(body, owner, at) }
          : { password: newPasswordOf(body) }),
        alongside: signIn?.open,
      });
      return { detail: done, ...(await signIn?.answer()) };
    },
  });

const bodyOf = (instead: InsteadOfPassword | undefined) =>
  instead === undefined
    ? NewPasswordBody
    : Type.Object({ ...NewPasswordBody.properties, ...Type.Partial(instead.body).properties });
