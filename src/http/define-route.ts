import type { FastifyReply } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { AuditedCall } from '../audit/audit-context.ts';
import type { AuditAction } from '../audit/catalogue.ts';
import type { ErrorDefinition } from '../kernel/app-error.ts';
import type { Call } from './call.ts';
import type { Caller } from './caller.ts';
import type { RequiresReauth } from './requires-reauth.ts';
import type { RouteAccess } from './route-access.ts';
import type { RouteLimit } from './route-limit.ts';
import type { FormStatement, UploadedForm } from './uploaded-form.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parts of a request that a route reads, each with its schema. A part that is not named is not read. */
export interface RequestSchemas {
  readonly body?: TSchema;
  /** A call without a body counts as one with an empty object. */
  readonly bodyMayBeMissing?: true;
  readonly query?: TSchema;
  readonly params?: TSchema;
  /** Instead of `body`: a form with a file. Only routes that name it take one. */
  readonly form?: FormStatement;
}

type PartOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

/** What a handler gets, already checked. */
export interface RouteRequest<Schemas extends RequestSchemas, Of extends AuditedCall = AuditedCall> {
  readonly body: PartOf<Schemas['body']>;
  readonly query: PartOf<Schemas['query']>;
  readonly params: PartOf<Schemas['params']>;
  /** Nothing of it has been read yet. */
  readonly form: Schemas['form'] extends FormStatement ? UploadedForm : undefined;
  readonly call: Of;
  /** The address that limits count by. */
  readonly limitKey: string;
  /** Aborted once the client has left: nobody waits for an answer any more. */
  readonly left: () => AbortSignal;
  /** From this very machine and on nobody's behalf. */
  readonly isLocalCall: () => boolean;
  /** For an answer that takes a while. @throws AppError `auth.revoked` (401) once the sign-in of the caller has ended */
  readonly requireStanding: () => Promise<void>;
  readonly reply: FastifyReply;
}

interface RouteStatement<Schemas extends RequestSchemas> {
  readonly method: Method;
  /** With Fastify's parameters: `/api/things/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** Calls are tries to sign in this way, counted by outcome in the metrics. */
  readonly wayIn?: string;
  readonly limit: RouteLimit;
  /** Every audit action that a call may record, in order of likelihood. */
  readonly audit: readonly AuditAction[];
  /** Throws where no such call from this address (as limits count it) is taken now, whatever it says: asked before its body is read. */
  readonly refuseEarly?: (address: string) => void;
  readonly request: Schemas;
  /** The one success, and every refusal of its own. What every route of its kind may answer is added by the service. */
  readonly responses: { readonly success: RouteSuccess; readonly refusals: readonly ErrorDefinition[] };
}

export interface RouteSuccess {
  readonly status: 200 | 201 | 202 | 204;
  readonly description: string;
  /** `undefined` for an answer without a body. */
  readonly schema?: TSchema;
  readonly mediaType?: string;
}

/** What is known of a call before its handler runs. */
type ReadRequest<Schemas extends RequestSchemas> = Pick<RouteRequest<Schemas>, 'body' | 'query' | 'params'>;

/** A route as the service registers it. */
export interface Route extends RouteStatement<RequestSchemas> {
  readonly access: RouteAccess;
  readonly requiresReauth?: RequiresReauth<ReadRequest<RequestSchemas>>;
  readonly handle: (request: RouteRequest<RequestSchemas>, caller: Caller | undefined) => Promise<unknown>;
}

/** A route that anyone may call; its handler knows no caller. */
export function defineOpenRoute<const Schemas extends RequestSchemas>(
  statement: RouteStatement<Schemas> & {
    readonly access: Extract<RouteAccess, { kind: 'open' }>;
    readonly handle: (request: RouteRequest<Schemas>) => Promise<unknown>;
  },
): Route {
  return statement as unknown as Route;
}

/** A route that takes a valid access token; its handler gets the caller. */
export function defineRoute<const Schemas extends RequestSchemas>(
  statement: RouteStatement<Schemas> & {
    readonly access: Extract<RouteAccess, { kind: 'bearer' }>;
    /** Without it an old sign-in will do. */
    readonly requiresReauth?: RequiresReauth<ReadRequest<Schemas>>;
    readonly handle: (request: RouteRequest<Schemas, Call>, caller: Caller) => Promise<unknown>;
  },
): Route {
  return statement as unknown as Route;
}

/** A route that anyone may call, and that treats whoever is signed in as themselves. */
export function defineOptionalRoute<const Schemas extends RequestSchemas>(
  statement: RouteStatement<Schemas> & {
    readonly access: Extract<RouteAccess, { kind: 'optional' }>;
    readonly handle: (request: RouteRequest<Schemas>, caller: Caller | undefined) => Promise<unknown>;
  },
): Route {
  return statement as unknown as Route;
}

export const ok = (schema: TSchema, description = 'Done'): RouteSuccess => ({ status: 200, description, schema });
