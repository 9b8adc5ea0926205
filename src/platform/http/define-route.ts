import type { FastifyReply } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { AuditAction } from '../audit/audit-actions.ts';
import type { AuditedCall } from '../audit/audit-context.ts';
import type { RefusalCode } from '../kernel/app-error.ts';
import type { Call } from './call.ts';
import type { AnyCaller, CallerFor, ServiceScope } from './caller.ts';
import type { BearerAccess, OptionalAccess, RequiresReauth, RouteAccess } from './route-access.ts';
import type { RouteLimit } from './route-limit.ts';
import type { FormStatement, UploadedForm } from './uploaded-form.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parts of a request that a route reads, each with its schema; others are ignored. */
export interface RequestSchemas {
  readonly body?: TSchema;
  /** A request without a body counts as an empty object. */
  readonly bodyMayBeMissing?: true;
  /** JSON, or the same members as `application/x-www-form-urlencoded`, as in OAuth; all of them strings. */
  readonly bodyMayBeForm?: true;
  readonly query?: TSchema;
  readonly params?: TSchema;
  /** A form with a file, instead of `body`. Only routes that declare it accept one. */
  readonly form?: FormStatement;
  /**
   * The handler passes the whole request on (`handOver`), body and preflights included. The body need not be JSON then, and
   * whoever takes it must limit its size.
   */
  readonly handedOver?: true;
}

type PartOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

type FormOf<Form> = Form extends FormStatement ? UploadedForm : undefined;

/** The validated request that a handler gets. */
export interface RouteRequest<Schemas extends RequestSchemas, Of extends AuditedCall = AuditedCall> {
  readonly body: PartOf<Schemas['body']>;
  readonly query: PartOf<Schemas['query']>;
  readonly params: PartOf<Schemas['params']>;
  /** The form, which is not read yet. */
  readonly form: FormOf<Schemas['form']>;
  readonly call: Of;
  /** The client address as rate limits count it. */
  readonly limitKey: string;
  /** Aborted when the client disconnects. */
  readonly left: () => AbortSignal;
  /** Whether the request came from this machine and not through a proxy. */
  readonly isLocalCall: () => boolean;
  /** For long responses. @throws AppError `auth.revoked` (401) once the caller's sign-in has ended */
  readonly requireLive: () => Promise<void>;
  readonly reply: FastifyReply;
}

interface RouteStatement<Schemas extends RequestSchemas> {
  readonly method: Method;
  /** With Fastify's parameters: `/api/things/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** Marks a way to sign in; its outcomes are counted in the metrics. */
  readonly wayIn?: string;
  readonly limit: RouteLimit;
  /** Every audit action a call may record, most likely first. */
  readonly audit: readonly AuditAction[];
  /** Sheds load before the body is read: throws when no call from this address is accepted now. */
  readonly refuseEarly?: (address: string) => Promise<void> | undefined;
  /** Whether it may look at thousands of rows: few such calls of all callers ask the store at once. */
  readonly isSearch?: true;
  /**
   * Why its calls do not take turns. Of all others a caller has few in the making at a time. For what costs less than waiting
   * for a turn, what must be answered whatever else is asked, and answers that stay open.
   */
  readonly withoutTurn?: string;
  readonly request: Schemas;
  /** What answers an invalid request instead of `request.invalid`, where a standard has another status for it. */
  readonly invalid?: RefusalCode;
  /** The successful response and the route's own refusals. Refusals common to all such routes are added by the service. */
  readonly responses: {
    readonly success: RouteAnswer & { readonly status: 200 | 201 | 202 | 204 | 302 | 303 };
    /** A second success, for calls that may leave work to be done after the response (`Accepted`). */
    readonly accepted?: RouteAnswer & { readonly status: 202 };
    /** Whatever else it answers that is no refusal of ours: 304, 206, the errors of another protocol. */
    readonly others?: readonly RouteAnswer[];
    readonly refusals: readonly RefusalCode[];
  };
}

/** The description of an answer. Without schema and media types its body is empty. */
export interface RouteAnswer {
  readonly status: number;
  readonly description: string;
  /** Of a body in JSON. */
  readonly schema?: TSchema;
  /** Of any other body. */
  readonly mediaTypes?: readonly string[];
}

/** What a handler returns for the `accepted` response. */
export class Accepted {
  readonly body: unknown;

  constructor(body: unknown) {
    this.body = body;
  }
}

/** The parts of a request that are validated before the handler runs. */
type ReadRequest<Schemas extends RequestSchemas> = Pick<RouteRequest<Schemas>, 'body' | 'query' | 'params'>;

/** A route as the service registers it. */
export interface Route extends RouteStatement<RequestSchemas> {
  readonly access: RouteAccess;
  readonly requiresReauth?: RequiresReauth<ReadRequest<RequestSchemas>>;
  readonly handle: (request: RouteRequest<RequestSchemas>, caller: AnyCaller | undefined) => Promise<unknown>;
}

/** A route anyone may call; its handler gets no caller. */
export function defineOpenRoute<const Schemas extends RequestSchemas>(
  statement: RouteStatement<Schemas> & {
    readonly access: Extract<RouteAccess, { kind: 'open' }>;
    readonly handle: (request: RouteRequest<Schemas>) => Promise<unknown>;
  },
): Route {
  return registered(statement);
}

/** A route that requires a valid access token. Its handler gets the caller: a person, or a service if it names a scope. */
export function defineRoute<const Schemas extends RequestSchemas, Scope extends ServiceScope | undefined = undefined>(
  statement: RouteStatement<Schemas> & {
    readonly access: BearerAccess<Scope>;
    /** When left out, an old sign-in suffices. */
    readonly requiresReauth?: RequiresReauth<ReadRequest<Schemas>>;
    readonly handle: (
      request: RouteRequest<Schemas, Call<CallerFor<Scope>>>,
      caller: CallerFor<Scope>,
    ) => Promise<unknown>;
  },
): Route {
  return registered(statement);
}

/** A route anyone may call; its handler gets the caller when there is a token. */
export function defineOptionalRoute<
  const Schemas extends RequestSchemas,
  Scope extends ServiceScope | undefined = undefined,
>(
  statement: RouteStatement<Schemas> & {
    readonly access: OptionalAccess<Scope>;
    readonly handle: (request: RouteRequest<Schemas>, caller: CallerFor<Scope> | undefined) => Promise<unknown>;
  },
): Route {
  return registered(statement);
}

/**
 * The list holds routes with different schemas, so its type cannot say what each handler takes. At run time a handler only
 * gets what its own schemas validated.
 */
const registered = (statement: object): Route => statement as Route;

export const ok = (schema: TSchema, description = 'Done') => ({ status: 200, description, schema }) as const;

export const okFile = (mediaTypes: readonly string[], description: string) =>
  ({ status: 200, description, mediaTypes }) as const;

/** To a conditional request. */
export const NOT_MODIFIED: RouteAnswer = { status: 304, description: 'The client has it already' };

export const partOf = (mediaTypes: readonly string[]): RouteAnswer => ({
  status: 206,
  description: 'The range that `Range` asks for',
  mediaTypes,
});
