import { isIP } from 'node:net';
import { addressGroups, canonicalSix, isInRanges, parseAddressRange } from '../kernel/address-range.ts';

/** The client's address behind trusted proxies. */
export type ClientAddress = (socketAddress: string, forwardedFor: string | undefined) => string;

/**
 * The socket's address, unless that is a trusted proxy: then `X-Forwarded-For` is read from the right up to the first
 * address that is not one. The client controls everything further left.
 */
export function clientAddressReader(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = proxyList(trustedProxies);
  return (socketAddress, forwardedFor) => {
    let address = plainAddress(socketAddress);
    const hops = forwardedFor?.split(',').map((hop) => plainAddress(withoutPort(hop.trim()))) ?? [];
    for (const hop of hops.reverse()) {
      if (!isTrusted(address) || isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}

function proxyList(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = trustedProxies.flatMap((range) => parseAddressRange(range) ?? []);
  return (address) => trusted.length > 0 && isInRanges(trusted, address);
}

/** Whether a socket's other end is a trusted proxy. */
export function trustedProxyReader(trustedProxies: readonly string[]): (socketAddress: string) => boolean {
  const isTrusted = proxyList(trustedProxies);
  return (socketAddress) => isTrusted(plainAddress(socketAddress));
}

/** Some proxies add the client's port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. Brackets may occur without one. */
const withoutPort = (hop: string): string =>
  (/^(\d+(?:\.\d+){3}):\d{1,5}$/.exec(hop) ?? /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop))?.[1] ?? hop;

/** What limits count by: an IPv4 address, or the /64 of an IPv6 one, which belongs to one subscriber. */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  return `${addressGroups(address).slice(0, 4).join(':')}::/64`;
}

/** The network in a log line about a refusal: enough to recognise a flood without the person's own address. */
export function networkOf(address: string): string {
  if (isIP(address) === 6) return `${addressGroups(address).slice(0, 3).join(':')}::/48`;
  return isIP(address) === 4 ? address.replace(/\d+$/, '0/24') : '';
}

/** An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) is the IPv4 address, in any spelling; a zone index is dropped. */
function plainAddress(address: string): string {
  if (!address.includes(':')) return address; // nearly every socket is IPv4 and needs no parsing
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return bare;
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonicalSix(bare));
  return mapped ? mapped.slice(1).flatMap(bytesOf).join('.') : bare;
}

const bytesOf = (group: string): number[] => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255];
