import { Type } from 'typebox';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, listAnswer, pageAnswer, pageQuery } from '../../platform/http/list-wire.ts';
import { signedIn } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { endOwnSession, endSessionsOf } from '../../sign-in/sessions/end-sessions.ts';
import { listSignIns, SIGN_IN_LIST, signInKey } from '../../sign-in/sessions/list-sign-ins.ts';
import { EndedAnswer, OwnSession, PastSignInItem, SessionParams } from './own-account-wire.ts';
import { listSignInHistory, SIGN_IN_HISTORY } from './sign-in-history.ts';

const tag = 'Own account';
/** A person who sees a stranger's session must be able to end it, whatever their obligations. */
const access = signedIn({ exemptFrom: ['password-change', 'enrolment'] });
const limit = perCaller({ most: 120, within: minutes(1) });

export const ownSessionsRoutes = (deps: Pick<Platform, 'database' | 'clock'>): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/users/me/sessions',
    summary: 'The caller’s sign-ins: the current one first, then the newest',
    tag,
    access,
    limit,
    audit: [],
    request: { query: Type.Object(pageQuery) },
    responses: { success: ok(listAnswer(OwnSession, 'OwnSessions'), 'Live ones'), refusals: [] },
    handle: async ({ query: { limit = DEFAULT_LIMIT, cursor } }, { userId, sid }) => {
      const wanted = { userId, current: sid, limit, cursor };
      const page = await listSignIns(deps.database.read, wanted, deps.clock.now());
      return pageAnswer(SIGN_IN_LIST, page, signInKey, (signIn) => ({ ...signIn, current: signIn.id === sid }));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users/me/sign-in-history',
    summary: 'The caller’s sign-ins as far back as the log goes, newest first',
    tag,
    access,
    limit,
    audit: [],
    request: { query: Type.Object(pageQuery) },
    responses: { success: ok(listAnswer(PastSignInItem, 'SignInHistory'), 'Ended ones too'), refusals: [] },
    handle: async ({ query: { limit = DEFAULT_LIMIT, cursor } }, { userId }) => {
      const page = await listSignInHistory(deps.database.read, { userId, limit, cursor });
      return pageAnswer(
        SIGN_IN_HISTORY,
        page,
        ({ id }) => [id],
        (signIn) => signIn,
      );
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/users/me/sessions/:id',
    withoutTurn: 'nobody waits for other answers to end a sign-in',
    summary: 'Ends one sign-in of the caller',
    tag,
    access,
    limit,
    audit: ['session.revoke'],
    request: { params: SessionParams },
    responses: {
      success: { status: 204, description: 'Ended; its tokens are refused from now on' },
      refusals: ['sessions.not_found'],
    },
    handle: ({ params, call }) => endOneSession(deps, call, params.id),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/users/me/sessions',
    withoutTurn: 'nobody waits for other answers to end a sign-in',
    summary: 'Ends every other sign-in of the caller',
    tag,
    access,
    limit,
    audit: ['session.revoke'],
    request: {},
    responses: { success: ok(EndedAnswer, 'How many were ended'), refusals: [] },
    handle: async ({ call }) => ({ ended: await endOtherSessions(deps, call) }),
  }),
];

/**
 * Ends one of the caller's sign-ins, the current one included.
 * @throws AppError 404 `sessions.not_found` for an unknown or ended sign-in, or another person's
 */
async function endOneSession({ database }: Pick<Platform, 'database'>, call: Call, sid: SignInId): Promise<void> {
  const {
    at,
    caller: { userId },
  } = call;
  await database.transaction(async (tx) => {
    if (!(await endOwnSession(tx, { userId, sid }, 'ended', at))) throw new AppError('sessions.not_found');
    await recordAudit(tx, call, { action: 'session.revoke', about: 'actor', meta: { sid } });
  });
}

/** Ends every sign-in of the caller but the current one. Returns how many. */
async function endOtherSessions({ database }: Pick<Platform, 'database'>, call: Call): Promise<number> {
  const { userId, sid } = call.caller;
  const { at } = call;
  return database.transaction(async (tx) => {
    const count = await endSessionsOf(tx, userId, 'ended', at, sid);
    if (count > 0) await recordAudit(tx, call, { action: 'session.revoke', about: 'actor', meta: { count } });
    return count;
  });
}
