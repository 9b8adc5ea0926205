import { lookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import { type AddressRange, isInRanges } from '../kernel/address-range.ts';
import { OutgoingFailure } from './outgoing-failure.ts';
import { isLoopback, isPublicAddress } from './private-ranges.ts';

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
