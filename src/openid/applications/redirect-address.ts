import type { ApplicationKind } from './application.ts';

export const LONGEST_ADDRESS = 500;

/** Reverse domain notation (RFC 8252 §7.1): a scheme without a dot is not tied to a domain. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
/** All other characters must be escaped, so that an address has only one spelling. */
const PLAIN = /^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/;

/** A URL may have `,` and `;` in its host, which mean something in the headers that name it. */
export const isHarmlessHost = ({ hostname }: URL): boolean => /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])$/.test(hostname);

/** Names of the loopback interface (RFC 8252 §7.3). */
const OWN_DEVICE = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Where an address leads, as people know it: a host, or the program behind a private scheme. Ports of one's own device vary. */
export function placeOf(address: string): string {
  const { protocol, hostname, host } = new URL(address);
  if (hostname === '') return protocol;
  return OWN_DEVICE.has(hostname) ? hostname : host;
}

interface Where {
  readonly kind: ApplicationKind;
  /** The service itself runs on this machine, as on a trial. */
  readonly isLocal: boolean;
}

/**
 * Why this address cannot be registered; undefined if it can. Addresses are compared as written (RFC 9700 §2.1), so it must be in
 * canonical form.
 */
export function flawOfAddress(address: string, { kind, isLocal }: Where): string | undefined {
  const url = URL.parse(address);
  if (url === null || address.length > LONGEST_ADDRESS || !PLAIN.test(address)) return 'To nije adresa.';
  if (address.includes('#')) return 'Adresa ne smije imati dio iza znaka #.';
  if (address.includes('*')) return 'Adresa se piše cijela, bez zvjezdica.';
  if (url.username !== '' || url.password !== '') return 'Adresa ne smije sadržavati korisničko ime ni lozinku.';
  if (isPrivate(url) && kind === 'native')
    return url.href === address ? undefined : 'Adresu napišite u uobičajenom obliku.';
  if (url.href !== address && url.href !== `${address}/`) return 'Adresu napišite u uobičajenom obliku.';
  const isOwnDevice = OWN_DEVICE.has(url.hostname);
  if (!isHarmlessHost(url)) return 'Ime poslužitelja u adresi ima znakove koji u njemu ne smiju biti.';
  if (url.protocol === 'https:')
    return isOwnDevice && kind === 'native' ? 'Adresa na samom uređaju počinje s http://.' : undefined;
  if (url.protocol !== 'http:' || !isOwnDevice) return 'Adresa mora početi s https://.';
  return kind === 'native' || isLocal ? undefined : 'Adresa na ovom računalu moguća je samo za programe na uređaju.';
}

/** Why logout tokens cannot be sent there. `outgoingFetch` checks for private networks when they are sent. */
export const flawOfNoticeAddress = (address: string): string | undefined =>
  flawOfAddress(address, { kind: 'web', isLocal: true });

/** `http`, `https` and those that run something or read files have no dot. */
const isPrivate = (url: URL): boolean => PRIVATE_SCHEME.test(url.protocol);
