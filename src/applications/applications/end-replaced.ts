import type { FastifyReply } from 'fastify';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { EndBefore } from '../../sign-in/login/end-before.ts';
import { parseAccountId } from './account-id.ts';
import { endSignInOf } from './end-by-sign-out.ts';
import { providerCookies } from './provider-cookies.ts';
import { dropRecord, findRecord } from './provider-records-store.ts';

/**
 * Whoever signs in takes the place of the person before them in this browser. The provider would otherwise let that one in at
 * every application, without a question.
 */
export function endReplaced(publicUrl: string): (reply: FastifyReply) => EndBefore {
  const { names } = providerCookies(publicUrl);
  const value = new RegExp(`(?:^|;) *${names.session}=([\\w-]{1,100})(?= *(?:;|$))`);
  return ({ request }) => {
    const id = value.exec(request.headers.cookie ?? '')?.[1];
    return async (tx, call) => {
      if (id !== undefined) await endHeldBy(tx, call, id);
    };
  };
}

/** The id is the secret that the browser was given: whoever knows it may end it. */
async function endHeldBy(tx: Tx, call: AuditedCall, id: string): Promise<void> {
  const found = await findRecord(tx, 'Session', id, call.at);
  const accountId = found?.payload.accountId;
  const person = typeof accountId === 'string' ? parseAccountId(accountId) : undefined;
  if (person !== undefined) await endSignInOf(tx, call, person); // first, as records are locked after their sign-in
  await dropRecord(tx, 'Session', id);
}
