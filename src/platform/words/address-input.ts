import { typedAddress } from '../kernel/typed-text.ts';

/** An address as the service will read it. */
export const normaliseAddress = (typed: string): string => typedAddress(typed);

/** Whether a page sends it: one `@` with something on both sides, and a whole domain: `x@savez` is half an address. The service has the last word. */
export const isAddressLike = (typed: string): boolean =>
  /^[^\s@]+@[^\s@.][^\s@]*\.[^\s@.]+$/.test(normaliseAddress(typed));
