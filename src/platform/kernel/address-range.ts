import { isIP } from 'node:net';

/** A range of addresses as IPv6 numbers, IPv4 mapped as in RFC 4291 §2.5.5.2. */
export interface AddressRange {
  readonly first: bigint;
  readonly last: bigint;
}

const MAPPED = 0xffff_0000_0000n;
const BITS = { 4: 32, 6: 128 } as const;

/** The one spelling of RFC 5952, as the URL standard serialises a host. */
export const canonicalSix = (address: string): string => new URL(`http://[${address}]/`).hostname.slice(1, -1);

/** An address, or one with a prefix length; `undefined` for anything else. `::ffff:10.0.0.0/104` is `10.0.0.0/8`. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  const number = addressNumber(address);
  if ((family !== 4 && family !== 6) || number === undefined || rest.length > 0) return undefined;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return undefined;
  const free = BITS[family] - Number(prefix ?? BITS[family]);
  if (free < 0) return undefined;
  const first = (number >> BigInt(free)) << BigInt(free);
  return { first, last: first + (1n << BigInt(free)) - 1n };
}

/** `undefined` for a non-address, or one with a zone, which is meaningful on one machine only. */
function addressNumber(address: string): bigint | undefined {
  const family = isIP(address);
  if (family === 4) return MAPPED + BigInt(address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0));
  if (family !== 6 || address.includes('%')) return undefined;
  return BigInt(
    `0x${addressGroups(address)
      .map((group) => group.padStart(4, '0'))
      .join('')}`,
  );
}

export const isInRanges = (ranges: readonly AddressRange[], address: string): boolean => {
  const number = addressNumber(address);
  return number !== undefined && ranges.some(({ first, last }) => first <= number && number <= last);
};

/** 2000::/3 is all of IPv6 allocated to the public (RFC 4291 §2.4). */
const EVERYBODY = [
  ['IPv4', parseAddressRange('0.0.0.0/0')],
  ['IPv6', parseAddressRange('2000::/3')],
] as const;

/** The family that these ranges together cover entirely, however they are written. */
export function findWholeFamily(ranges: readonly AddressRange[]): 'IPv4' | 'IPv6' | undefined {
  const joined = joinRanges(ranges);
  return EVERYBODY.find(([, all]) =>
    joined.some(({ first, last }) => all && first <= all.first && all.last <= last),
  )?.[0];
}

/** The same addresses in as few ranges as possible. */
function joinRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const joined: AddressRange[] = [];
  for (const range of ranges.toSorted((one, other) => (one.first < other.first ? -1 : 1))) {
    const before = joined.at(-1);
    if (before === undefined || before.last + 1n < range.first) joined.push(range);
    else if (before.last < range.last) joined[joined.length - 1] = { first: before.first, last: range.last };
  }
  return joined;
}

/** The eight groups of an IPv6 address, without leading zeros. */
export function addressGroups(address: string): string[] {
  const [head = '', tail] = canonicalSix(address).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...middle, ...right];
}
