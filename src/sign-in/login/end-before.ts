import type { FastifyReply } from 'fastify';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Ends what the browser of a request was signed in to, in the transaction of the sign-in that replaces it. */
export type EndBefore = (tx: Tx, call: AuditedCall) => Promise<void>;

/** What the browser of a request was signed in to: all of it ends, so that the next person is nowhere taken for the one before. */
export interface BrowserBefore {
  readonly endBefore: (reply: FastifyReply) => EndBefore;
}
