import type { FastifyRequest } from 'fastify';

const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/**
 * Whether a request comes from this very machine and from nobody's behalf. The peer alone would not do: a proxy on the same
 * host makes the whole world look local, and so does a tunnel, or a page whose name was made to lead here (DNS rebinding);
 * those two come by another name than ours.
 */
export const isLocalCall = (request: FastifyRequest): boolean =>
  LOOPBACK.test(request.socket.remoteAddress ?? '') &&
  FORWARDING.every((header) => request.headers[header] === undefined) &&
  isLoopbackUrl(`http://${request.headers.host ?? ''}`);

export const isLoopbackUrl = (url: string): boolean => isLoopbackHost(URL.parse(url)?.hostname ?? '');

/** By its name or address alone, in brackets or not; nobody is asked where the name leads. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || LOOPBACK.test(host);
