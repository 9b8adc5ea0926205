import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Tenant } from '../../accounts/tenants/tenant.ts';
import { findTenantBySlug } from '../../accounts/tenants/tenants-store.ts';
import { findAccountByEmail } from '../../accounts/users/accounts-store.ts';
import type { Account } from '../../accounts/users/user.ts';
import type { Db } from '../../platform/database/database.ts';
import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';
import { UsageError } from './command.ts';

const LONGEST_NAME = 100;

/** Parses an e-mail address from the command line into canonical form. */
export function readEmail(text: string): string {
  const email = canonicalEmail(text);
  if (email === undefined) throw new UsageError(`"${text}" is not an e-mail address.`);
  return email;
}

/** A first or last name. */
export function readName(option: string, text: string): string {
  const name = normalised(text);
  if (name === '' || name.length > LONGEST_NAME || hasUnsafeCharacters(name))
    throw new UsageError(`--${option} must have 1 to ${LONGEST_NAME} ordinary characters.`);
  return name;
}

/** One of a closed list; `undefined` when the option was not given. */
export function readChoice<Choice extends string>(
  option: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (text === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new UsageError(`--${option} must be one of ${choices.join(', ')}.`);
  return choice;
}

/** @throws Error when no account has the address */
export async function getPerson(db: Db, email: string): Promise<Account> {
  const account = await findAccountByEmail(db, readEmail(email));
  if (account === undefined) throw new Error(`No account has the address ${email}.`);
  return account;
}

/** @throws Error when no tenant has the slug */
export async function getTenant(db: Db, slug: string): Promise<Tenant> {
  const tenant = await findTenantBySlug(db, slug);
  if (tenant === undefined) throw new Error(`There is no tenant "${slug}".`);
  return tenant;
}

/**
 * Checks a file from the command line first, so that a typo gets a readable message. Anything but a folder passes:
 * `<(…)` is a pipe.
 * @throws Error when it is missing, a folder or unreadable
 */
export async function requireReadable(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      MISSING.has(error.code) ? `There is no such file: ${path}` : `${path} cannot be read: ${error.code}`,
    );
  });
  if (found.isDirectory()) throw new Error(`${path} is a folder, not a file.`);
  await access(path, constants.R_OK).catch(() => {
    throw new Error(`${path} is not readable by the user running this command.`);
  });
}

/** ENOTDIR: a path segment is a file. */
const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);
