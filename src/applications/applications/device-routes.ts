import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { signedIn } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { ApplicationsDeps } from './applications-deps.ts';
import { applicationErrors } from './applications-errors.ts';
import * as wire from './applications-wire.ts';
import { decideDevice } from './decide-device.ts';
import { findDevice } from './find-device.ts';

const path = '/api/users/me/applications/device';
const common = {
  method: 'POST',
  tag: 'Applications',
  access: signedIn(),
  limit: perCaller({ most: 30, within: minutes(1) }),
} as const;
const refusals = [
  applicationErrors['applications.off'],
  applicationErrors['applications.device_code'],
  applicationErrors['applications.device_guesses'],
];

/** For the page of devices (RFC 8628 §3.3). The code is in the body, since addresses are logged. */
export const deviceRoutes = (deps: ApplicationsDeps): Route[] => [
  defineRoute({
    ...common,
    path,
    summary: 'Which application the device with this code wants to sign in to, and what it asks to read',
    audit: ['application.device_guess'],
    request: { body: wire.DeviceBody },
    responses: { success: ok(wire.DeviceAnswer, 'What waits'), refusals },
    handle: async ({ body, call }) => wire.showDevice(await findDevice(deps, call, body.user_code)),
  }),
  defineRoute({
    ...common,
    path: `${path}/decision`,
    summary: 'Approves the device for the caller, or refuses it',
    audit: ['application.enter', 'application.consent', 'application.device_refuse', 'application.device_guess'],
    request: { body: wire.DeviceDecisionBody },
    responses: {
      success: { status: 204, description: 'Decided; the device learns it at its next poll' },
      refusals: [
        ...refusals,
        applicationErrors['applications.not_admitted'],
        applicationErrors['applications.policy_unconfirmed'],
        applicationErrors['applications.changed'],
      ],
    },
    handle: ({ body, call }) =>
      decideDevice(deps, call, { typed: body.user_code, allow: body.allow, shown: body.shown }),
  }),
];
