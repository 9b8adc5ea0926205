import type { ApplicationKind } from './application.ts';

export const LONGEST_ADDRESS = 500;

/** Reverse domain notation (RFC 8252 §7.1): a scheme without a dot belongs to nobody in particular. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
/** Every other character has to be written in its escaped form, so that an address has one spelling. */
const PLAIN = /^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/;

/** The names under which a device calls itself (RFC 8252 §7.3). */
const OWN_DEVICE = new Set(['127.0.0.1', '[::1]', 'localhost']);

interface Where {
  readonly kind: ApplicationKind;
  /** The service itself runs on this machine, for trying it out. */
  readonly isLocal: boolean;
}

/**
 * Why people cannot be sent to this address; undefined when they can. It is compared as it is written (RFC 9700 §2.1), so it
 * must be written in the one canonical way.
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
  if (url.protocol === 'https:')
    return isOwnDevice && kind === 'native' ? 'Adresa na samom uređaju počinje s http://.' : undefined;
  if (url.protocol !== 'http:' || !isOwnDevice) return 'Adresa mora početi s https://.';
  return kind === 'native' || isLocal ? undefined : 'Adresa na ovom računalu moguća je samo za programe na uređaju.';
}

/** Why word of a logout cannot be sent there. `outgoingFetch` decides about private networks, when it is sent. */
export const flawOfNoticeAddress = (address: string): string | undefined =>
  flawOfAddress(address, { kind: 'web', isLocal: true });

/** `http`, `https` and those that run something or read files have no dot. */
const isPrivate = (url: URL): boolean => PRIVATE_SCHEME.test(url.protocol);
