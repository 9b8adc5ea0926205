import { ApiError, type FieldProblem, NoAnswerError } from '../../client/api-error.ts';
import type { Language, Say, TextKey } from '../texts/texts.ts';
import { countedTries } from './lock-told.ts';

export type WhatWasWrong = 'password' | 'code';

/**
 * What went wrong, in one or two sentences that say what to do. The service speaks Croatian; English is said here by code.
 * `wrong` says what was mistyped: to the service a wrong code and a wrong password are one.
 */
export function problemText(error: unknown, say: Say, language: Language, wrong: WhatWasWrong = 'password'): string {
  if (error instanceof NoAnswerError) return say('error.network');
  if (!(error instanceof ApiError)) return say('error.other');
  const tries = countedTries(error);
  if (tries && tries.lockedFor > 0) return say('error.lockedNow', { count: tries.count, most: tries.most });
  if (tries && error.code === 'login.wrong' && (language !== 'hr' || wrong === 'code')) {
    const key = wrong === 'code' ? 'error.countedCode' : 'error.counted';
    return say(key, { count: tries.count, most: tries.most });
  }
  if (language === 'hr' && error.code !== '' && error.status < 500) return error.message;
  const key = `error.${error.code}`;
  const said = say(key as TextKey); // the areas bring texts of their own; one that nobody has comes back as its key
  return said === key ? say('error.other') : said;
}

/** What the log of the service knows a fault by; empty where whoever asked can mend it themselves. */
export const supportId = (error: unknown): string =>
  error instanceof ApiError && error.status >= 500 ? error.requestId : '';

/** What is wrong with single fields of a refused form, by the field's name. As above, English is said here. */
export function fieldProblems(error: unknown, say: Say, language: Language): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const told = ({ msg, type }: FieldProblem) => (language === 'hr' ? msg : fieldText(msg, type, say));
  return Object.fromEntries(error.problems.map((problem) => [String(problem.loc.at(-1)), told(problem)]));
}

/** A limit stands only in the words of the service. */
function fieldText(msg: string, type: string, say: Say): string {
  const key = `field.${type}`;
  const said = say(key as TextKey, { limit: /\d+/.exec(msg)?.[0] ?? '' });
  return said === key ? say('field.invalid') : said;
}
