import type { IncomingMessage } from 'node:http';
import type { ActingService, AuditedCall } from '../../platform/audit/audit-context.ts';

/** Maps a request to its call for code that the library runs, since the library passes on only the request. */
const calls = new WeakMap<IncomingMessage, AuditedCall>();

export const rememberCall = (request: IncomingMessage, call: AuditedCall): void => void calls.set(request, call);

/** @throws Error outside a call of the provider: nothing is stored without its audit record */
export function callOfRequest(request: IncomingMessage | undefined): AuditedCall {
  const call = request && calls.get(request);
  if (call === undefined) throw new Error('The provider stores something outside a call');
  return call;
}

/** The call of an authenticated service. */
export const actingAs = (call: AuditedCall, service: ActingService): AuditedCall => ({
  ...call,
  context: { ...call.context, service },
});
