import { queryOptions } from '@tanstack/react-query';
import { service } from '../auth/service.ts';

export const sessionsQuery = queryOptions({ queryKey: ['me', 'sessions'], queryFn: service.sessions });
export const twoFactorQuery = queryOptions({ queryKey: ['me', 'two-factor'], queryFn: service.twoFactor.status });
export const googleQuery = queryOptions({ queryKey: ['me', 'google'], queryFn: service.google });

/** The latest erasure request; null when there never was one. */
export const erasureQuery = queryOptions({ queryKey: ['me', 'erasure'], queryFn: service.privacy.erasure });
