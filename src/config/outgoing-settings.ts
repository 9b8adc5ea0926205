import { parseAddressRange } from '../kernel/address-range.ts';
import { listSetting } from './setting.ts';

export const outgoingSettings = {
  privateAddresses: listSetting('SVC_PRIVATE_ADDRESSES', {
    range: 'comma-separated addresses or CIDR ranges',
    accepts: (item) => parseAddressRange(item) !== undefined,
    why: 'Private addresses that identity providers configured through the API may have. Empty: none, and `https` alone. Where a loopback address is among them, it may be plain `http`.',
  }),
} as const;
