import { lookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import { type AddressRange, isInRanges, parseAddressRange } from '../kernel/address-range.ts';
import { OutgoingFailure } from './outgoing-failure.ts';

const rangesOf = (texts: readonly string[]): readonly AddressRange[] =>
  texts.flatMap((text) => parseAddressRange(text) ?? []);

/** IPv4 ranges outside the public Internet (IANA special-purpose registries, RFC 6890). */
const SPECIAL_FOUR = rangesOf([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]);
/** IPv4-mapped addresses, and all of IPv6 that is allocated to the public (RFC 4291 §2.4). */
const GIVEN_OUT = rangesOf(['::ffff:0.0.0.0/96', '2000::/3']);
/** Exceptions among these: documentation, and ranges that embed an IPv4 address (Teredo and others, 6to4). */
const SPECIAL_SIX = rangesOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
const LOOPBACK = rangesOf(['127.0.0.0/8', '::1']);

export const isPublicAddress = (address: string): boolean =>
  isInRanges(GIVEN_OUT, address) && !isInRanges(SPECIAL_FOUR, address) && !isInRanges(SPECIAL_SIX, address);

const isLoopback = (address: string): boolean => isInRanges(LOOPBACK, address);

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Lookups in progress, by host: each occupies one of the few pool threads, which also hash passwords. */
const underWay = new Map<string, Promise<readonly ResolvedAddress[]>>();

/**
 * The addresses of a URL's host, if each is public or in `permitted`. A single other one disqualifies the whole name.
 * @throws OutgoingFailure
 */
export async function resolveHost(url: URL, permitted: readonly AddressRange[]): Promise<readonly ResolvedAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) === 0 ? await lookUp(host) : [resolved(host)];
  if (found.length === 0) throw new OutgoingFailure('host_unknown');
  for (const { address } of found) {
    if (!isPublicAddress(address) && !isInRanges(permitted, address)) throw new OutgoingFailure('address_private');
    if (url.protocol !== 'https:' && !isLoopback(address)) throw new OutgoingFailure('address_invalid');
  }
  return found;
}

function lookUp(host: string): Promise<readonly ResolvedAddress[]> {
  const asked =
    underWay.get(host) ??
    lookup(host, { all: true })
      .then(
        (found) => found.map(({ address }) => resolved(address)),
        (cause: unknown) => {
          throw new OutgoingFailure('host_unknown', cause);
        },
      )
      .finally(() => underWay.delete(host));
  underWay.set(host, asked);
  return asked;
}

const resolved = (address: string): ResolvedAddress => ({ address, family: isIPv6(address) ? 6 : 4 });
