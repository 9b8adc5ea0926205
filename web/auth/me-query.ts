import { queryOptions } from '@tanstack/react-query';
import { session } from './session.ts';

/** The signed-in user, fresh from the service. */
export const meQuery = queryOptions({ queryKey: ['me'], queryFn: session.me });
