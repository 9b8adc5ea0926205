import { queryOptions } from '@tanstack/react-query';
import { joiningLink } from '../auth/joining-link.ts';
import { service } from '../auth/service.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: async () => (await service.call('GET /api/users/me/sessions', { limit: 200 })).items,
});
export const knownDevicesQuery = queryOptions({
  queryKey: ['me', 'devices'],
  queryFn: async () => (await service.call('GET /api/users/me/devices')).items,
});
export const ownInvitationsQuery = queryOptions({
  queryKey: ['me', 'invitations'],
  queryFn: async () => (await service.call('GET /api/users/me/invitations', { token: joiningLink() })).items,
});
export const ownTransfersQuery = queryOptions({
  queryKey: ['me', 'transfers'],
  queryFn: async () => (await service.call('GET /api/users/me/transfers')).items,
});
export const contactsQuery = queryOptions({
  queryKey: ['me', 'contacts'],
  queryFn: async () => (await service.call('GET /api/users/me/contacts')).items,
});
const NEWEST = 3;
export const newestDocumentsQuery = queryOptions({
  queryKey: ['documents', 'newest'],
  queryFn: async () => (await service.either.call('GET /api/documents', { limit: NEWEST })).items,
});
export const twoFactorQuery = queryOptions({
  queryKey: ['me', 'two-factor'],
  queryFn: () => service.call('GET /api/auth/2fa/status'),
});
export const identitiesQuery = queryOptions({
  queryKey: ['me', 'identities'],
  queryFn: async () => (await service.call('GET /api/users/me/identities')).items,
});
export const passkeysQuery = queryOptions({
  queryKey: ['me', 'passkeys'],
  queryFn: () => service.call('GET /api/users/me/passkeys'),
});
export const ownApplicationsQuery = queryOptions({
  queryKey: ['me', 'applications'],
  queryFn: async () => (await service.call('GET /api/users/me/applications')).items,
});
export const ownRecipientsQuery = queryOptions({
  queryKey: ['me', 'recipients'],
  queryFn: () => service.call('GET /api/users/me/recipients'),
});
export const googleQuery = queryOptions({
  queryKey: ['me', 'google'],
  queryFn: () => service.call('GET /api/users/me/google'),
});

/** The latest erasure request; null when there never was one. */
export const erasureQuery = queryOptions({
  queryKey: ['me', 'erasure'],
  queryFn: () => service.call('GET /api/users/me/erasure'),
});
