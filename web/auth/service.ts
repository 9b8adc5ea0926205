import { furtherCalls } from '../../client/iskaznica-client.ts';
import { call, session } from './session.ts';

/** All that these pages call; `session.ts` alone is in the first load. */
export const service = { ...session, ...furtherCalls(call) };
