import { furtherCalls } from '../../client/iskaznica-client.ts';
import { connection, session } from './session.ts';

/** Every call of these pages. Only `session.ts` is part of the first load. */
export const service = { ...session, ...furtherCalls(connection) };
