import { TokenQuery } from '../../accounts/action-tokens/action-tokens-wire.ts';
import { defineOpenRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open } from '../../platform/http/route-access.ts';
import { perAddress } from '../../platform/http/route-limit.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { TAKING_BACK } from './take-back-sign-ins.ts';
import { AlarmAnswer, type AlarmDeps, showAlarm, TakenBackAnswer, useAlarm } from './use-alarm.ts';

const access = open('the token is the credential');
/** Outside `/api`, where the contract's list of anonymous paths is exact. */
const PATH = '/login/take-back';

export const alarmsRoutes = (deps: AlarmDeps): Route[] => [
  defineOpenRoute({
    method: 'GET',
    path: PATH,
    summary: 'Tells which change a mail is about, and changes nothing',
    tag: 'Sign-in',
    access,
    limit: perAddress({ most: 120, within: minutes(1) }),
    audit: [],
    request: { query: TokenQuery },
    responses: { success: ok(AlarmAnswer, 'It works'), refusals: ['token.invalid'] },
    handle: ({ query }) => showAlarm(deps, query.token),
  }),
  defineOpenRoute({
    method: 'POST',
    path: PATH,
    summary: 'Takes back a change that its owner did not make, with all that the same sign-in added',
    tag: 'Sign-in',
    access,
    limit: perAddress({ most: 60, within: minutes(1) }),
    audit: ['account.take_back', 'account.take_back.fail', ...TAKING_BACK],
    request: { body: TokenQuery },
    responses: {
      success: ok(TakenBackAnswer, 'Taken back'),
      refusals: ['token.invalid', 'users.email_taken'],
    },
    handle: ({ body, call, limitKey }) => useAlarm(deps, call, limitKey, body.token),
  }),
];
