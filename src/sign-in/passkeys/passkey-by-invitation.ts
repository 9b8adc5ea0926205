import { Type } from 'typebox';
import { invalidToken, preflightToken } from '../../accounts/action-tokens/redeem-action-token.ts';
import { findAccount } from '../../accounts/users/accounts-store.ts';
import type { Account } from '../../accounts/users/user.ts';
import type { Db } from '../../platform/database/database.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { isSecondDemanded } from '../login/require-second-factor.ts';
import type { InsteadOfPassword } from '../passwords/password-by-link.ts';
import { keepPasskey, usualName } from './keep-passkey.ts';
import type { PasskeysDeps } from './own-passkeys.ts';
import { findChallenge, openChallenge } from './passkey-challenge.ts';
import { creationOptions, handleOf } from './passkey-options.ts';
import { listPasskeys } from './passkeys-of-person.ts';
import { type RegistrationJson, RegistrationMembers } from './passkeys-wire.ts';
import { requireOn } from './relying-party.ts';
import { verifyRegistration } from './verify-registration.ts';

type Deps = Pick<PasskeysDeps, 'database' | 'keys' | 'party' | 'waysIn'>;

const bondOf = ({ id }: { readonly id: number }) => ({ purpose: 'passkey: invitation', userId: id }) as const;

/**
 * Options for creating an invited person's passkey. Does not spend the link.
 * @throws AppError 400 `token.invalid`, 404 `passkey.off`, 409 `passkey.second_step`
 */
export async function beginByInvitation({ database, keys, party, waysIn }: Deps, token: string, at: Instant) {
  const { id: rpId } = requireOn(party);
  const { user_id: userId } = await preflightToken(database.read, token, 'invite', at);
  const account = await findAccount(database.read, userId);
  if (account === undefined || account.status === 'deleted') throw invalidToken();
  await requireNoSecond({ waysIn }, database.read, account);
  const { challengeId, challenge } = openChallenge(keys, bondOf(account), at);
  const present = await listPasskeys(database.read, userId);
  const handle = await handleOf(database, userId, at);
  return { challenge_id: challengeId, options: creationOptions({ rpId, challenge, handle, account, present }) };
}

/** The inviter saw the link, and others read mailboxes. @throws AppError 409 `passkey.second_step` */
async function requireNoSecond({ waysIn }: Pick<Deps, 'waysIn'>, db: Db, account: Account): Promise<void> {
  if (await isSecondDemanded(waysIn, db, account)) throw new AppError('passkey.second_step');
}

interface SubmittedPasskey {
  readonly challenge_id?: string;
  readonly passkey: RegistrationJson;
}

/** Accepting an invitation with a passkey, without ever having a password; not around a second factor. */
export const passkeyInsteadOfPassword = ({ keys, party, waysIn }: Deps): InsteadOfPassword => ({
  chosenBy: 'passkey',
  body: Type.Object(RegistrationMembers),
  audit: ['passkey.add'],
  refusals: ['passkey.off', 'passkey.not_added', 'passkey.exists', 'passkey.too_many', 'passkey.second_step'],
  prepare: async (body, owner, at) => {
    const { challenge_id: challengeId, passkey } = body as SubmittedPasskey; // validated by the route
    if (challengeId === undefined) throw invalidField('body', 'challenge_id', 'missing', 'Ovo je polje obavezno.');
    const { id: rpId, ...rest } = requireOn(party);
    const challenge = findChallenge(keys, bondOf(owner), challengeId, at);
    if (challenge === undefined) throw new AppError('passkey.not_added');
    const expected = { party: { id: rpId, ...rest }, challenge: challenge.challenge };
    const verified = await verifyRegistration(passkey, expected).catch((cause) => {
      throw new AppError('passkey.not_added', { cause });
    });
    const { transports = [] } = passkey.response;
    const kept = { challenge, verified, transports, name: usualName(verified, owner.preferred_language), rpId };
    return async (tx, call, userId) => {
      const account = await findAccount(tx, userId); // a factor may have been enabled since
      if (account !== undefined) await requireNoSecond({ waysIn }, tx, account);
      await keepPasskey(tx, keys, call, owner, { ...kept, addedBy: null });
    };
  },
});
