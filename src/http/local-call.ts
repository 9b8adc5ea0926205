import type { FastifyRequest } from 'fastify';

/**
 * Headers that proxies, content networks, gateways and tunnels add, by name or by how their names begin or end. Rather one too
 * many: whoever asks from this machine sends none of them.
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
 * Whether a request comes from this very machine and from nobody's behalf. The peer alone would not do: a proxy on the same
 * host makes the whole world look local, and so does a tunnel, or a page whose name was made to lead here (DNS rebinding);
 * those two come by another name than ours. A proxy that adds no header at all is known by HTTP/1.0, which nginx speaks to
 * what is behind it unless told otherwise, or by the name of the page that a browser sends along.
 */
export const isLocalCall = (request: FastifyRequest): boolean =>
  LOOPBACK.test(request.socket.remoteAddress ?? '') &&
  request.raw.httpVersion !== '1.0' &&
  !Object.keys(request.headers).some((header) => FORWARDING.test(header)) &&
  isLoopbackUrl(`http://${request.headers.host ?? ''}`) &&
  [request.headers.origin, request.headers.referer].every((page) => page === undefined || isLoopbackUrl(page));

export const isLoopbackUrl = (url: string): boolean => isLoopbackHost(URL.parse(url)?.hostname ?? '');

/** By its name or address alone, in brackets or not; nobody is asked where the name leads. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || LOOPBACK.test(host);
