import { queryOptions } from '@tanstack/react-query';
import { joiningLink } from '../auth/joining-link.ts';
import { service } from '../auth/service.ts';

export const sessionsQuery = queryOptions({ queryKey: ['me', 'sessions'], queryFn: service.sessions });
export const knownDevicesQuery = queryOptions({ queryKey: ['me', 'devices'], queryFn: service.knownDevices });
export const ownInvitationsQuery = queryOptions({
  queryKey: ['me', 'invitations'],
  queryFn: () => service.ownInvitations.list(joiningLink()),
});
export const ownTransfersQuery = queryOptions({ queryKey: ['me', 'transfers'], queryFn: service.ownTransfers.list });
export const contactsQuery = queryOptions({ queryKey: ['me', 'contacts'], queryFn: service.contacts });
const NEWEST = 3;
export const newestDocumentsQuery = queryOptions({
  queryKey: ['documents', 'newest'],
  queryFn: async () => (await service.documents.list({ limit: NEWEST })).items,
});
export const twoFactorQuery = queryOptions({ queryKey: ['me', 'two-factor'], queryFn: service.twoFactor.status });
export const identitiesQuery = queryOptions({ queryKey: ['me', 'identities'], queryFn: service.identities });
export const passkeysQuery = queryOptions({ queryKey: ['me', 'passkeys'], queryFn: service.passkeys.list });
export const ownApplicationsQuery = queryOptions({
  queryKey: ['me', 'applications'],
  queryFn: service.ownApplications.list,
});
export const ownRecipientsQuery = queryOptions({ queryKey: ['me', 'recipients'], queryFn: service.privacy.recipients });
export const googleQuery = queryOptions({ queryKey: ['me', 'google'], queryFn: service.google });

/** The latest erasure request; null when there never was one. */
export const erasureQuery = queryOptions({ queryKey: ['me', 'erasure'], queryFn: service.privacy.erasure });
