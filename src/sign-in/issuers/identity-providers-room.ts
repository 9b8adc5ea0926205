import { parseAddressRange } from '../../platform/kernel/address-range.ts';
import { outgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Ground } from '../../platform/room/ground.ts';
import { identityProviderActions } from './identity-providers-actions.ts';
import { identityProvidersRoutes } from './identity-providers-routes.ts';
import { openIssuers } from './issuers.ts';

export const identityProvidersRoom = defineRoom({
  name: 'identity-providers',
  auditActions: identityProviderActions,
  open: ({ database, keys, clock, publicUrl, settings }: Ground) => {
    const permitted = settings.outgoing.privateAddresses.flatMap((range) => parseAddressRange(range) ?? []);
    const permitsPrivate = permitted.length > 0;
    const issuers = openIssuers({ keys, clock, fetch: outgoingFetch(permitted), permitsPrivate });
    return {
      offers: { issuers },
      routes: identityProvidersRoutes({ database, keys, publicUrl, issuers, permitsPrivate }),
    };
  },
});
