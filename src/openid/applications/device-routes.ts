import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { signedIn } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { agree } from './application-consents.ts';
import * as wire from './applications-wire.ts';
import { markDecided } from './device-codes-store.ts';
import { findAdmittedPerson, mustConfirmPolicy } from './find-admitted-person.ts';
import { findDevice, noSuchDevice, type WaitingDevice } from './find-device.ts';
import { recordEntry } from './note-entry.ts';
import { saveGrant } from './provider-adapter.ts';
import { authenticationOf } from './provider-claims.ts';
import type { ApplicationsDeps } from './provider-host.ts';
import { accountIdOf, sessionIdFor } from './provider-ids.ts';
import { changePayload } from './provider-records-store.ts';

const path = '/api/users/me/applications/device';
const common = {
  method: 'POST',
  tag: 'Applications',
  access: signedIn(),
  limit: perCaller({ most: 30, within: minutes(1) }),
} as const;
const refusals = ['applications.off', 'applications.device_code', 'applications.device_guesses'] as const;

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
      refusals: [...refusals, 'applications.not_admitted', 'applications.policy_unconfirmed', 'applications.changed'],
    },
    handle: ({ body, call }) =>
      decideDevice(deps, call, { typed: body.user_code, allow: body.allow, shown: body.shown }),
  }),
];

interface Decision {
  readonly typed: string;
  readonly allow: boolean;
  /** The digest of what the page showed. */
  readonly shown: string | undefined;
}

/**
 * Approves the device for the caller's sign-in, or refuses it. Of two concurrent decisions, one counts.
 * @throws AppError 404 `applications.device_code`, 403 `applications.not_admitted`, `applications.policy_unconfirmed`, 409, 429
 */
async function decideDevice(deps: ApplicationsDeps, call: Call, { typed, allow, shown }: Decision): Promise<void> {
  const found = await findDevice(deps, call, typed);
  await (allow ? letIn(deps, call, { ...found, shown }) : refuse(deps, call, found));
}

interface Allowed extends WaitingDevice {
  readonly shown: string | undefined;
}

async function letIn(deps: ApplicationsDeps, call: Call, found: Allowed): Promise<void> {
  const { database, keys, clock, factors, host } = deps;
  const { application, scopes, payload, digest } = found;
  const { caller } = call;
  const accountId = accountIdOf(caller);
  const asked = { accountId, applicationId: application.id, at: nowOf(clock), needsConsent: false };
  const person = await findAdmittedPerson(database.read, factors, asked);
  if (person === undefined) throw new AppError('applications.not_admitted');
  if (mustConfirmPolicy(person)) throw new AppError('applications.policy_unconfirmed');
  const scope = scopes.join(' ');
  const { Grant } = await host.provider();
  const grant = new Grant({ accountId, clientId: application.id });
  grant.addOIDCScope(scope);
  const { ts: authTime, ...how } = authenticationOf(person.methods, person.authenticated_at);
  const isTold = application.backchannel_logout_uri !== null;
  const session = isTold ? { sid: sessionIdFor(keys, application.id, caller.sid) } : {};
  const decided = { ...payload, accountId, scope, authTime, ...how, ...session };
  await database.transaction(async (tx) => {
    if (!(await markDecided(tx, digest, call.at))) throw noSuchDevice();
    const answer = application.trusted_at === null ? await agree(tx, call, found) : 'agreed';
    if (answer === 'changed') throw new AppError('applications.changed');
    if (answer === 'gone') throw noSuchDevice();
    const entry = { person: caller, applicationId: application.id, reliesOn: { scope } };
    if ((await recordEntry(tx, keys, call, entry)) !== 'noted') throw noSuchDevice();
    const grantId = await saveGrant(tx, clock, grant);
    const change = { payload: { ...decided, grantId }, userId: caller.userId, grantId };
    await changePayload(tx, { model: 'DeviceCode', digest }, change);
  });
}

function refuse({ database }: ApplicationsDeps, call: Call, { application, payload, digest }: WaitingDevice) {
  const refused = { ...payload, error: 'access_denied', errorDescription: 'the person said no' };
  return database.transaction(async (tx) => {
    if (!(await markDecided(tx, digest, call.at))) throw noSuchDevice();
    await changePayload(tx, { model: 'DeviceCode', digest }, { payload: refused, userId: null, grantId: null });
    const meta = { application_id: application.id, name: application.name };
    await recordAudit(tx, call, { action: 'application.device_refuse', about: 'actor', meta });
  });
}
