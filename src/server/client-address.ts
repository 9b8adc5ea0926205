import { BlockList, isIP } from 'node:net';

/** Tells the address of the client behind the proxies that are trusted. */
export type ClientAddress = (socketAddress: string, forwardedFor: string | undefined) => string;

/**
 * The socket's address, unless that is a trusted proxy: then `X-Forwarded-For` is read from the right up to the first
 * address that is not one. Whatever stands further left was written by the client.
 */
export function clientAddressReader(trustedProxies: readonly string[]): ClientAddress {
  const trusted = blockListOf(trustedProxies);
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (socketAddress, forwardedFor) => {
    let address = plainAddress(socketAddress);
    const hops = forwardedFor?.split(',').map((hop) => plainAddress(hop.trim())) ?? [];
    while (hops.length > 0 && isTrusted(address)) {
      const hop = hops.pop() as string;
      if (isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}

/** What limits count by: an IPv4 address, or the /64 of an IPv6 one, since that much belongs to one subscriber. */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  return `${expandedGroups(address).slice(0, 4).join(':')}::/64`;
}

/** What a log line says of who was refused: the network, by which a flood is known, and not the person's own address. */
export function networkOf(address: string): string {
  if (isIP(address) === 6) return `${expandedGroups(address).slice(0, 3).join(':')}::/48`;
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

/** The one spelling of RFC 5952, as the URL standard serialises a host. */
const canonicalSix = (address: string): string => new URL(`http://[${address}]/`).hostname.slice(1, -1);

function expandedGroups(address: string): string[] {
  const [head = '', tail] = canonicalSix(address).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...middle, ...right];
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
