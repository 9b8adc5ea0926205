import type { FastifyReply } from 'fastify';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Ends what the browser of a request was signed in to, in the transaction of the sign-in that replaces it. */
export type EndBefore = (tx: Tx, call: AuditedCall) => Promise<void>;

/** Where rooms add what a browser keeps of a sign-in, so that the next person is nowhere taken for the one before. */
export interface BrowserBefore {
  readonly endBefore: (reply: FastifyReply) => EndBefore;
  readonly addKept: (kept: (reply: FastifyReply) => EndBefore) => void;
}

export function browserBefore(): BrowserBefore {
  const all: ((reply: FastifyReply) => EndBefore)[] = [];
  return {
    addKept: (kept) => void all.push(kept),
    endBefore: (reply) => {
      const ends = all.map((kept) => kept(reply));
      return async (tx, call) => {
        for (const end of ends) await end(tx, call);
      };
    },
  };
}
