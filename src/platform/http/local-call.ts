import type { FastifyRequest } from 'fastify';

/**
 * Headers added by proxies, CDNs, gateways and tunnels, by name, prefix or suffix. The list errs on the long side: clients on
 * this machine send none of them.
 */
const FORWARDING = new RegExp(
  `^(?:${[
    ...['forwarded', 'via', 'cdn-loop', 'client-ip', 'front-end-https', 'surrogate-capability', 'max-forwards'],
    ...['x-forward.*', 'x-original.*', 'x-envoy-.*', 'x-real-.*', 'x-remote-.*', 'x-cluster-.*', 'x-proxy.*'],
    ...['x-host', 'x-scheme', 'x-url-scheme', 'x-proto', 'x-ssl.*', 'x-nginx-.*', 'x-varnish', 'x-haproxy-.*'],
    ...['.*-client-?ip', '.*-connecting-ip', '.*-clientip', 'x-originating-.*', 'x-client-.*', 'x-coming-from'],
    ...['cf-.*', 'fastly-.*', 'x-fastly-.*', 'akamai-.*', 'x-akamai-.*', 'incap-.*', 'x-sucuri-.*', 'x-cdn.*'],
    ...['x-amz.*', 'cloudfront-.*', 'x-azure-.*', 'x-arr-.*', 'x-appgw-.*', 'x-appengine-.*', 'x-cloud-.*'],
    ...['fly-.*', 'x-vercel-.*', 'x-nf-.*', 'x-heroku-.*', 'x-render-.*', 'x-railway-.*', 'x-traefik-.*', 'x-kong-.*'],
    ...['tailscale-.*', 'ngrok-.*', 'x-tunnel.*', 'x-b3-.*', 'x-istio-.*', 'l5d-.*', 'x-request-start'],
  ].join('|')})$`,
);
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/**
 * Whether a request comes from this machine and not through a proxy. The peer address alone is not enough: behind a
 * proxy or tunnel on this host every client looks local, as does a page whose name resolves here (DNS rebinding). Tunnels and
 * such pages are recognised by the foreign host name; a proxy that adds no header by HTTP/1.0, nginx's default upstream
 * version, or by the `Origin` or `Referer` of a browser.
 */
export const isLocalCall = (request: FastifyRequest): boolean =>
  LOOPBACK.test(request.socket.remoteAddress ?? '') &&
  request.raw.httpVersion !== '1.0' &&
  !Object.keys(request.headers).some((header) => FORWARDING.test(header)) &&
  isLoopbackUrl(`http://${request.headers.host ?? ''}`) &&
  [request.headers.origin, request.headers.referer].every((page) => page === undefined || isLoopbackUrl(page));

export const isLoopbackUrl = (url: string): boolean => isLoopbackHost(URL.parse(url)?.hostname ?? '');

/** By name or address alone, in brackets or not; no DNS lookup. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || LOOPBACK.test(host);
