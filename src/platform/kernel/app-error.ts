import type { TProperties } from 'typebox';
import { inWholeSeconds, type Milliseconds } from './durations.ts';
import { keysOf } from './unchecked.ts';

/**
 * Every refusal by code. A room adds its own (`declareRefusals` in its `-errors.ts`, or its `-room.ts` where it has few) and lists them
 * in its manifest.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface Refusals {}

export type RefusalCode = keyof Refusals;

/** What a client may learn of a refusal. `when` is for docs/errors.md. */
export interface Refusal {
  readonly status: number;
  /** What the service answers. */
  readonly hr: string;
  /** What the pages say in English; `null`: no page meets it. */
  readonly en: string | null;
  /** What the pages say in Croatian, where they know better what to do. */
  readonly onPages?: string;
  readonly when: string;
  /** Further public members of the body, such as `locked_until`. */
  readonly members?: TProperties;
}

export interface DeclaredRefusal extends Refusal {
  readonly code: string;
}

const declared = new Map<string, DeclaredRefusal>();

/** Codes by themselves: `table['google.off']` is `google.off`. */
export type DeclaredCodes<Code extends string = string> = { readonly [Each in Code]: Each };

/** The members that a table adds to `Refusals`. */
export type CodesOf<Codes> = { readonly [Code in keyof Codes]: Refusal };

/** A room's closed set of refusals, keyed by `<area>.<reason>`. @throws Error for a code that another table has */
export function declareRefusals<Code extends string>(table: Readonly<Record<Code, Refusal>>): DeclaredCodes<Code> {
  const codes = keysOf(table);
  for (const code of codes) {
    if (declared.has(code)) throw new Error(`The refusal ${code} is declared twice`);
    declared.set(code, { code, ...table[code] });
  }
  return Object.fromEntries(codes.map((code) => [code, code])) as DeclaredCodes<Code>; // `fromEntries` forgets the names
}

/** @throws Error for a code whose table was not loaded: its room does not list it */
export function refusalOf(code: string): DeclaredRefusal {
  const found = declared.get(code);
  if (found === undefined) throw new Error(`No room declares the refusal ${code}`);
  return found;
}

/** Of every table that was loaded. */
export const declaredRefusals = (): DeclaredRefusal[] => [...declared.values()];

export interface RefusalDetails {
  /** Replaces the table's text when it needs figures. */
  readonly detail?: string;
  /** As the table declares them. */
  readonly members?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  /** Sent as `Retry-After` in whole seconds, one at least (RFC 9110 §10.2.3). */
  readonly retryAfter?: Milliseconds;
  /** Logged, never sent. */
  readonly cause?: unknown;
}

/** The one error that becomes a response. Its cause is private: no serialiser reaches it. */
export class AppError extends Error {
  readonly code: RefusalCode;
  /** Said instead of the declared text. */
  readonly detail: string | undefined;
  readonly members: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.detail ?? declared.get(code)?.hr ?? code, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = details.detail;
    this.members = details.members ?? {};
    this.headers = { ...details.headers, ...retryAfter(details.retryAfter) };
  }

  get status(): number {
    return refusalOf(this.code).status;
  }
}

const retryAfter = (wait: Milliseconds | undefined): Record<string, string> =>
  wait === undefined ? {} : { 'retry-after': String(Math.max(1, inWholeSeconds(wait))) };
