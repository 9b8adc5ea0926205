import { isIP } from 'node:net';
import { addressGroups, canonicalSix, isInRanges, parseAddressRange } from '../kernel/address-range.ts';

/** Tells the address of the client behind the proxies that are trusted. */
export type ClientAddress = (socketAddress: string, forwardedFor: string | undefined) => string;

/**
 * The socket's address, unless that is a trusted proxy: then `X-Forwarded-For` is read from the right up to the first
 * address that is not one. Whatever stands further left was written by the client.
 */
export function clientAddressReader(trustedProxies: readonly string[]): ClientAddress {
  const trusted = trustedProxies.flatMap((range) => parseAddressRange(range) ?? []);
  const isTrusted = (address: string) => trusted.length > 0 && isInRanges(trusted, address);
  return (socketAddress, forwardedFor) => {
    let address = plainAddress(socketAddress);
    const hops = forwardedFor?.split(',').map((hop) => plainAddress(withoutPort(hop.trim()))) ?? [];
    while (hops.length > 0 && isTrusted(address)) {
      const hop = hops.pop() as string;
      if (isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}

/** Some proxies add the port of the client: `203.0.113.7:4711`, `[2001:db8::1]:4711`. Brackets may stand without one. */
const withoutPort = (hop: string): string =>
  (/^(\d+(?:\.\d+){3}):\d{1,5}$/.exec(hop) ?? /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop))?.[1] ?? hop;

/** What limits count by: an IPv4 address, or the /64 of an IPv6 one, since that much belongs to one subscriber. */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  return `${addressGroups(address).slice(0, 4).join(':')}::/64`;
}

/** What a log line says of who was refused: the network, by which a flood is known, and not the person's own address. */
export function networkOf(address: string): string {
  if (isIP(address) === 6) return `${addressGroups(address).slice(0, 3).join(':')}::/48`;
  return isIP(address) === 4 ? address.replace(/\d+$/, '0/24') : '';
}

/** IPv4-mapped IPv6 (RFC 4291 §2.5.5.2) is the IPv4 address, however it is written; a zone index is dropped. */
function plainAddress(address: string): string {
  if (!address.includes(':')) return address; // nearly every request has an IPv4 socket, which needs no reading
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return bare;
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonicalSix(bare));
  return mapped ? mapped.slice(1).flatMap(bytesOf).join('.') : bare;
}

const bytesOf = (group: string): number[] => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255];
