import { ApiError, type FieldProblem, NoAnswerError } from '../../../client/api-error.ts';
import { PasskeyProblem } from '../../auth/passkey-problem.ts';
import type { Language } from '../../i18n/language.ts';
import type { Say, TextKey } from '../../i18n/text-keys.ts';

/** The attempt that locks is answered like the ones before it; from the next one on the service says 423. */
const locksNow = ({ status, lockedUntil }: ApiError): boolean => status !== 423 && lockedUntil !== undefined;

export type WhatWasWrong = 'password' | 'code';

/**
 * What went wrong and what to do about it, in one or two sentences: in the pages' own words where they have some, else in those of
 * the service, which are Croatian. `wrong` says what was mistyped, because the service does not tell a wrong code from a wrong
 * password.
 */
export function problemText(error: unknown, say: Say, language: Language, wrong: WhatWasWrong = 'password'): string {
  if (error instanceof NoAnswerError) return say('error.network');
  if (error instanceof PasskeyProblem)
    return say(`login.passkey.${error.kind === 'cancelled' ? 'cancelled' : 'failed'}`);
  if (!(error instanceof ApiError)) return say('error.other');
  const { code, tries } = error;
  const guessed = wrong === 'code' && GUESSED[code] !== undefined ? 'code' : GUESSED[code];
  if (tries && locksNow(error)) return say('error.lockedNow', { count: tries.count, most: tries.most });
  if (tries && guessed) return countedText(tries, say(`error.wrong.${guessed}`), say);
  if (code === 'password.wrong' && wrong === 'code') return `${say('error.wrong.code')}.`;
  return ownText(code, say) ?? (language === 'hr' && speaks(error) ? error.message : say('error.other'));
}

/** Whether the text is one of a refusal: what comes with a fault, or from a proxy, is not for people. */
const speaks = ({ status, code }: ApiError): boolean => code !== '' && (status < 500 || status === 503);

/** What was guessed, by the refusal that counts it. */
const GUESSED: Readonly<Record<string, 'login' | 'password' | 'code'>> = {
  'login.wrong': 'login',
  'password.wrong': 'password',
  '2fa.wrong_code': 'code',
};

function countedText({ count, most, minutes }: NonNullable<ApiError['tries']>, what: string, say: Say): string {
  const [tries, span] = [say('error.tries', { count: most }), say('error.lockSpan', { count: minutes })];
  return say('error.counted', { what, count, most, tries, span });
}

/** The pages' own words for a refusal; a key without a text comes back unchanged. */
export function ownText(code: string, say: Say): string | undefined {
  const key = `error.${code}`;
  const said = say(key as TextKey);
  return said === key ? undefined : said;
}

/** Why an attempt must wait. Their other texts also say when to try again, which a clock tells better. */
const WAITS: Readonly<Partial<Record<string, TextKey>>> = {
  'attempts.locked': 'wait.locked',
  'attempts.address_blocked': 'wait.addressBlocked',
  'request.too_many': 'trouble.tooMany',
  'store.unavailable': 'trouble.away',
};

/** As `problemText`, beside a clock that counts down to the next attempt. */
export function problemBesideClock(...args: Parameters<typeof problemText>): string {
  const [error, say] = args;
  const waits = error instanceof ApiError ? WAITS[error.code] : undefined;
  return waits === undefined ? problemText(...args) : say(waits);
}

/** The reference to the service's log; empty where the caller can fix the problem. */
export const supportId = (error: unknown): string =>
  error instanceof ApiError && error.status >= 500 ? error.requestId : '';

/** Messages for the invalid fields of a form, by field name. As above, English is chosen here. */
export function fieldProblems(error: unknown, say: Say, language: Language): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const messageOf = (problem: FieldProblem) => (language === 'hr' ? problem.msg : fieldText(problem, say));
  return Object.fromEntries(error.problems.map((problem) => [String(problem.loc.at(-1)), messageOf(problem)]));
}

/** The limit appears only in the service's own message; where it says what to do instead, there is none. */
function fieldText({ loc, msg, type }: FieldProblem, say: Say): string {
  const limit = /\d+/.exec(msg)?.[0];
  if (type === 'too_short' && limit === undefined) return say(loc.at(-1) === 'email' ? 'field.email' : 'field.missing');
  const key = `field.${type}`;
  const said = say(key as TextKey, { limit: limit ?? '' });
  return said === key ? say('field.invalid') : said;
}
