import type { TProperties } from 'typebox';
import { inWholeSeconds, type Milliseconds } from './durations.ts';

/** What a client may learn of a refusal. `when` is for docs/errors.md. */
export interface ErrorDefinition {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly when: string;
  /** Further public members of the body, such as `locked_until`. */
  readonly members?: TProperties;
}

type Entry = Omit<ErrorDefinition, 'code'>;

/** A room's closed set of refusals, keyed by `<area>.<reason>`. */
export function errorTable<const Table extends Record<string, Entry>>(
  table: Table,
): { readonly [Code in keyof Table]: ErrorDefinition } {
  const entries = Object.entries(table).map(([code, entry]) => [code, { code, ...entry }] as const);
  return Object.fromEntries(entries) as { [Code in keyof Table]: ErrorDefinition };
}

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
  readonly definition: ErrorDefinition;
  readonly members: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(definition: ErrorDefinition, details: RefusalDetails = {}) {
    super(details.detail ?? definition.detail, { cause: details.cause });
    this.name = 'AppError';
    this.definition = definition;
    this.members = details.members ?? {};
    this.headers = { ...details.headers, ...retryAfter(details.retryAfter) };
  }
}

const retryAfter = (wait: Milliseconds | undefined): Record<string, string> =>
  wait === undefined ? {} : { 'retry-after': String(Math.max(1, inWholeSeconds(wait))) };
