import type { FastifyReply } from 'fastify';
import { type TObject, type TSchema, Type } from 'typebox';
import type { TokenKind } from '../../accounts/action-tokens/action-token.ts';
import {
  InvitationPreflightAnswer,
  PreflightAnswer,
  TokenQuery,
} from '../../accounts/action-tokens/action-tokens-wire.ts';
import { invalidToken, preflightToken } from '../../accounts/action-tokens/redeem-action-token.ts';
import { showBranding } from '../../accounts/tenants/branding-wire.ts';
import { findAccount } from '../../accounts/users/accounts-store.ts';
import { maskedEmail } from '../../accounts/users/masked-email.ts';
import type { Account } from '../../accounts/users/user.ts';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineOpenRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open } from '../../platform/http/route-access.ts';
import { perAddress } from '../../platform/http/route-limit.ts';
import type { RefusalCode } from '../../platform/kernel/app-error.ts';
import { type Clock, type Instant, nowOf } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { Registry } from '../../platform/room/platform.ts';
import { NewPasswordBody } from './passwords-wire.ts';
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
  readonly refusals: readonly RefusalCode[];
  /** Checks the body before the token is spent; members may be missing. */
  readonly prepare: (body: unknown, owner: Account, at: Instant) => Promise<AfterPasswordSet>;
}

/** A sign-in that may follow; contributed by `login`, which is a later room. */
export interface SignInByLink {
  /** The response: the sentence, and the members of a sign-in response if one was opened. */
  readonly answer: TSchema;
  begin(reply: FastifyReply): {
    readonly open: AfterPasswordSet;
    /** Called after the transaction; returns nothing if no sign-in was opened. */
    answer(): Promise<object | undefined>;
  };
}

declare module '../../platform/room/contributions.ts' {
  interface Contributions {
    readonly signInByLink: SignInByLink;
  }
}

export type PasswordByLinkDeps = PasswordTokenDeps & Pick<Registry, 'contributed'>;

const access = open('the token is the credential');

/** The routes behind a mailed link: one checks whether it is still valid, the other sets the password. */
export const passwordByLink = (deps: PasswordByLinkDeps, link: LinkStatement): Route[] => {
  const signIns = deps.contributed('signInByLink');
  return [
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
        refusals: ['token.invalid'],
      },
      handle: ({ query }) => preflightPasswordToken(deps, link.kind, query.token),
    }),
    ...signIns.flatMap((signIn) => link.paths.map((path) => redeemRoute(deps, signIn, link, path))),
  ];
};

const redeemRoute = (
  deps: PasswordTokenDeps,
  signInByLink: SignInByLink,
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
      success: ok(signInByLink.answer, 'Set; every other sign-in has ended'),
      refusals: ['token.invalid', 'invitation.account_exists', 'passwords.busy', ...(instead?.refusals ?? [])],
    },
    handle: async ({ body, call, limitKey, left, reply }) => {
      const signIn = body.sign_in === true ? signInByLink.begin(reply) : undefined;
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

/** What a page may show before it asks for a password. Does not spend the token. @throws AppError `token.invalid` (400) */
async function preflightPasswordToken(
  { database, clock }: { database: Database; clock: Clock },
  kind: TokenKind,
  raw: string,
) {
  const token = await preflightToken(database.read, raw, kind, nowOf(clock));
  const owner = await findAccount(database.read, token.user_id);
  if (owner === undefined || owner.status === 'deleted') throw invalidToken();
  const shown = {
    valid: true,
    kind,
    expires_at: token.expires_at,
    // An invitation went to this address, and whoever accepts it reads there what they sign in with; a reset may lie in other hands.
    email: kind === 'invite' ? owner.email : maskedEmail(owner.email),
    tenant_name: owner.tenant_name,
    branding: showBranding({ color: owner.tenant_color, logo: owner.tenant_logo }),
  };
  if (kind !== 'invite') return shown;
  const inviter = token.created_by === null ? undefined : await findAccount(database.read, token.created_by);
  const invited_by = inviter === undefined || inviter.status === 'deleted' ? null : inviter.full_name;
  return { ...shown, ime: owner.ime, invited_by };
}
