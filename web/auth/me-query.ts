import { queryOptions } from '@tanstack/react-query';
import { service } from './service.ts';

/** The signed-in user, fresh from the service. */
export const meQuery = queryOptions({ queryKey: ['me'], queryFn: service.me });
