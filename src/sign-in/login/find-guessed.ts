import { findAccountByEmail } from '../../accounts/users/accounts-store.ts';
import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import { typedAddress } from '../../platform/kernel/typed-text.ts';
import { unknownAddress } from '../../platform/keys/derived-secret.ts';
import type { GuessedAccount } from './refuse-sign-in.ts';
import type { SignInDeps } from './sign-in-deps.ts';

/** The account of an address, or what is counted and recorded instead. */
export async function findGuessed({ database, keys }: SignInDeps, email: string): Promise<GuessedAccount> {
  const canonical = canonicalEmail(email);
  const account = canonical === undefined ? undefined : await findAccountByEmail(database.read, canonical);
  const addressHmac = unknownAddress(keys, accountNamed(email));
  return { account, addressHmac, subject: { address: email } };
}

/** The canonical address, or the trimmed lower-case text if it is none. */
export const accountNamed = (email: string): string => canonicalEmail(email) ?? typedAddress(email).toLowerCase();
