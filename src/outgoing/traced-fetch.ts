import { traced } from '../tracing/trace.ts';

/**
 * A call to another server as a span that names its host alone. The server learns nothing of our trace: it is somebody
 * else's.
 */
export const tracedFetch = (url: URL, method = 'GET', send: () => Promise<Response>): Promise<Response> =>
  traced(
    { name: method, kind: 'client', attributes: { 'http.request.method': method, 'server.address': url.hostname } },
    send,
    ({ status }) => ({ 'http.response.status_code': status }),
  );
