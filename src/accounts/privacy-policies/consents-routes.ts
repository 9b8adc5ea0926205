import { recordAudit } from '../../platform/audit/record-audit.ts';
import { defineOptionalRoute, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { pageAnswer } from '../../platform/http/list-wire.ts';
import { permitted, signedIn, signedInOrNot } from '../../platform/http/route-access.ts';
import { perAddress, perCaller } from '../../platform/http/route-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { seenAccount } from '../permissions/managed-person.ts';
import { scopeOf } from '../permissions/scope.ts';
import { policyUrl } from '../tenants/branding-wire.ts';
import * as wire from './consents-wire.ts';
import { giveGuestCookie, guestOf } from './join-guest.ts';
import {
  CONSENT_LIST,
  type ConsentDeps,
  listConsents,
  recordGuestConsent,
  recordOwnConsent,
} from './record-consent.ts';

const tag = 'Privacy';
const exemptFrom = ['password-change', 'enrolment'] as const;

export const consentsRoutes = (deps: ConsentDeps): Route[] => [
  defineOptionalRoute({
    method: 'POST',
    path: '/api/gdpr/consent',
    summary: 'Records an answer to the privacy policy, by a guest or the signed-in user',
    tag,
    // A visitor with an expired token is treated like one without: the path requires none.
    access: signedInOrNot('visitors answer before they sign in', { exemptFrom: [...exemptFrom], badToken: 'stranger' }),
    limit: perAddress({ most: 600, within: minutes(10) }), // a whole school may share one address
    audit: ['consent.record'],
    request: { body: wire.ConsentBody },
    responses: {
      success: ok(wire.ConsentAnswer, 'Recorded'),
      refusals: ['privacy_policies.not_found'],
    },
    handle: ({ body, call, reply, limitKey }, caller) =>
      caller !== undefined
        ? recordOwnConsent(deps, { ...call, isReauthenticated: false, caller }, body)
        : recordGuestConsent(deps, call, body, {
            limitKey,
            known: guestOf(reply, deps.publicUrl),
            newGuest: () => giveGuestCookie(reply, deps.publicUrl),
          }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/users/me/gdpr-consent',
    summary: "The caller's answers to the privacy policy, newest first",
    tag,
    access: signedIn({ exemptFrom: [...exemptFrom] }),
    limit: perCaller({ most: 120, within: minutes(1) }),
    audit: [],
    request: { query: wire.HistoryQuery },
    responses: { success: ok(wire.OwnConsents, 'One page'), refusals: [] },
    handle: async ({ query }, { userId, tenantId, account }) => {
      const page = await listConsents(deps.database.read, { userId, tenantId: undefined }, query);
      const version = account.policy_version ?? deps.defaultPolicyVersion;
      const policy = { version, url: policyUrl(deps.publicUrl, tenantId) };
      return { ...pageAnswer(CONSENT_LIST, page, ({ id }) => [id], wire.showConsent), policy };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/admin/gdpr/consents',
    summary: 'Answers to the privacy policy; reading one person’s is recorded',
    tag,
    access: permitted('consents.read'),
    limit: perCaller({ most: 240, within: minutes(1) }),
    audit: ['user.read'],
    request: { query: wire.ManagedQuery },
    responses: { success: ok(wire.ManagedConsents, 'One page'), refusals: ['users.not_found', 'users.merged'] },
    handle: async ({ query: { user_id: userId, ...paging }, call }, caller) => {
      const { database } = deps;
      if (userId !== undefined) {
        const person = await seenAccount(database.read, caller, userId);
        if (person === undefined) throw new AppError('users.not_found');
        if (userId !== caller.userId)
          await database.transaction((tx) =>
            recordAudit(tx, call, { action: 'user.read', about: person, meta: { what: 'consents' } }),
          );
      }
      const page = await listConsents(database.read, { userId, ...scopeOf(caller) }, paging);
      return pageAnswer(CONSENT_LIST, page, ({ id }) => [id], wire.showManagedConsent);
    },
  }),
];
