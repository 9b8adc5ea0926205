import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseTraceParent, type RemoteParent, type Span } from '../metrics/span.ts';
import { beginTrace, within } from '../metrics/trace.ts';

/**
 * Opens a span for each request, named by the pattern of its route: a path may contain personal data, a query a token. Only
 * the traces of trusted proxies are continued. Anybody else could join a stranger's trace, or have all their own recorded.
 */
export function traceRequests(server: FastifyInstance, isTrustedProxy: (socketAddress: string) => boolean): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  const parentOf = ({ socket, headers }: FastifyRequest): RemoteParent | undefined =>
    isTrustedProxy(socket.remoteAddress ?? '') ? parseTraceParent(headers.traceparent) : undefined;
  server.addHook('onRequest', (request, _reply, done) => {
    const { method } = request; // one of the methods that Node.js parses
    const route = request.routeOptions.url;
    const attributes = { 'http.request.method': method, ...(route === undefined ? {} : { 'http.route': route }) };
    const name = route === undefined ? method : `${method} ${route}`;
    const span = beginTrace({ name, kind: 'server', attributes }, parentOf(request));
    if (span !== undefined) spans.set(request, span);
    within(span, done);
  });
  // The body arrives in events of the connection, which belong to no request.
  server.addHook('preValidation', (request, _reply, done) => within(spans.get(request), done));
  server.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request);
    const { refusedWith: code } = request;
    const attributes = { 'http.response.status_code': statusCode, ...(code && { 'iskaznica.refusal': code }) };
    span?.end({ attributes, error: statusCode >= 500 ? (code ?? String(statusCode)) : undefined });
    within(span, done);
  });
}
