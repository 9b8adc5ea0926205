import { furtherCalls } from '../../client/iskaznica-client.ts';
import { call, session } from './session.ts';

/** Every call of these pages. Only `session.ts` is part of the first load. */
export const service = { ...session, ...furtherCalls(call) };
