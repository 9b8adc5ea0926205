import type { IncomingMessage } from 'node:http';
import type { ActingService, AuditedCall } from '../audit/audit-context.ts';

/** The call that a request is, for what the library does on its way: it hands on the request alone. */
const calls = new WeakMap<IncomingMessage, AuditedCall>();

export const rememberCall = (request: IncomingMessage, call: AuditedCall): void => void calls.set(request, call);

/** @throws Error outside a call of the provider: nothing is stored without its record */
export function callOfRequest(request: IncomingMessage | undefined): AuditedCall {
  const call = request && calls.get(request);
  if (call === undefined) throw new Error('The provider stores something outside a call');
  return call;
}

/** The call of a service that has proved itself by its secret. */
export const actingAs = (call: AuditedCall, service: ActingService): AuditedCall => ({
  ...call,
  context: { ...call.context, service },
});
