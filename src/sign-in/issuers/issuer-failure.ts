import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts';
import type { CheckProblem } from './issuer-check.ts';

/** The issuer cannot be reached, or its metadata is wrong. */
export class IssuerUnavailable extends Error {
  readonly problem: CheckProblem;

  constructor(problem: CheckProblem, cause?: unknown) {
    super(`The issuer is unavailable: ${problem}`, { cause });
    this.name = 'IssuerUnavailable';
    this.problem = problem;
  }
}

/** The issuer's response does not prove an identity. */
export class IssuerFlaw extends Error {
  /** Which check failed, for an operator; never a value from a token. */
  readonly flaw: string;

  constructor(flaw: string, cause?: unknown) {
    super(`Not proved: ${flaw}`, { cause });
    this.name = 'IssuerFlaw';
    this.flaw = flaw;
  }
}

/** The person did not agree at the issuer. */
export class IssuerCancelled extends Error {}

interface FailureFacts {
  readonly cause?: unknown;
  readonly code?: unknown;
  readonly error?: unknown;
  readonly status?: unknown;
  readonly claim?: unknown;
  readonly attribute?: unknown;
  readonly header?: unknown;
}

/** An error and its nested causes. */
function* causesOf(error: unknown): Generator<FailureFacts> {
  let at = error;
  for (let depth = 0; depth < 6 && typeof at === 'object' && at !== null; depth++) {
    const fact: FailureFacts = at;
    yield fact;
    at = fact.cause;
  }
}

const textIn = (error: unknown, member: keyof FailureFacts): string | undefined => {
  for (const fact of causesOf(error)) {
    const value = fact[member];
    if (typeof value === 'string') return value;
  }
  return undefined;
};

/** The connection problem behind an error; `undefined` if the connection works. */
export function connectionProblemOf(error: unknown): CheckProblem | undefined {
  for (const fact of causesOf(error)) {
    if (fact instanceof IssuerUnavailable || fact instanceof OutgoingFailure) return fact.problem;
  }
  switch (textIn(error, 'code')) {
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return 'status';
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return 'unreadable';
    case 'OAUTH_MISSING_SERVER_METADATA':
    case 'OAUTH_INVALID_SERVER_METADATA':
      return 'endpoint_missing';
    case 'OAUTH_HTTP_REQUEST_FORBIDDEN':
    case 'OAUTH_REQUEST_PROTOCOL_FORBIDDEN':
      return 'address_invalid';
    default:
      return undefined;
  }
}

/** Only registered codes, so that no text of an issuer gets into the log. */
const ERROR_CODE = /^[a-z_]{1,40}$/;

/** The error code of an OAuth endpoint's answer. */
export function answeredErrorOf(error: unknown): string | undefined {
  const code = textIn(error, 'error');
  return code !== undefined && ERROR_CODE.test(code) ? code : undefined;
}

/** A 401 of the token endpoint, whatever its code. */
export const isChallenge = (error: unknown): boolean =>
  textIn(error, 'code') === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' ||
  [...causesOf(error)].some(({ status }) => status === 401);

export function flawOf(error: unknown): string {
  const named = textIn(error, 'claim') ?? textIn(error, 'attribute') ?? answeredErrorOf(error);
  if (named !== undefined) return named;
  if ([...causesOf(error)].some(({ header }) => header !== undefined)) return 'signature';
  return textIn(error, 'code') ?? 'unspecified';
}
