import { queryOptions } from '@tanstack/react-query';
import { service } from '../service.ts';

export const meQuery = queryOptions({ queryKey: ['me'], queryFn: service.me });
export const sessionsQuery = queryOptions({ queryKey: ['me', 'sessions'], queryFn: service.sessions });
export const twoFactorQuery = queryOptions({ queryKey: ['me', 'two-factor'], queryFn: service.twoFactor.status });
export const googleQuery = queryOptions({ queryKey: ['me', 'google'], queryFn: service.google });

/** The latest request for erasure; null where none was ever made. */
export const erasureQuery = queryOptions({ queryKey: ['me', 'erasure'], queryFn: service.privacy.erasure });
