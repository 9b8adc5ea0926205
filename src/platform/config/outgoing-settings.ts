import { parseAddressRange } from '../kernel/address-range.ts';
import { listSetting } from './setting.ts';

export const outgoingSettings = {
  privateAddresses: listSetting('SVC_PRIVATE_ADDRESSES', {
    range: 'comma-separated addresses or CIDR ranges',
    accepts: (item) => parseAddressRange(item) !== undefined,
    why: 'Private addresses that identity providers and the sign-out notices of applications may have. Empty: none, and `https` alone. A loopback address among them may be plain `http`.',
  }),
} as const;
