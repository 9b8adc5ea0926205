import type { Database } from '../database/database.ts';
import { defineOpenRoute, ok, type Route } from '../http/define-route.ts';
import { keepForAMinute } from '../http/response-headers.ts';
import { open } from '../http/route-access.ts';
import { perAddress } from '../http/route-limit.ts';
import { minutes } from '../kernel/durations.ts';
import { findPublisher } from './find-tenant.ts';
import { SiteAnswer } from './site-wire.ts';

export interface SiteDeps {
  readonly database: Database;
  /** Empty: sign-in with Google is off. */
  readonly googleClientId: string;
  readonly policyVersion: string;
  readonly passwordMin: number;
  /** Below 0: nobody must turn on the second step. */
  readonly enrolTier: number;
}

/** What the pages must know before anybody has signed in. Nothing here depends on who asks, so caches may keep what strangers get. */
export const siteRoutes = ({ database, enrolTier, ...deps }: SiteDeps): Route[] => [
  defineOpenRoute({
    method: 'GET',
    path: '/api/site',
    summary: 'Whose service this is, and what its pages need before a sign-in',
    tag: 'Service',
    access: open('the sign-in page shows it'),
    limit: perAddress({ most: 600, within: minutes(1) }), // a whole school may sit behind one address
    audit: [],
    request: {},
    responses: { success: ok(SiteAnswer, 'The same for everybody'), refusals: [] },
    handle: async ({ reply }) => {
      const publisher = await findPublisher(database.read);
      keepForAMinute(reply);
      return {
        name: publisher?.name ?? null,
        google_client_id: deps.googleClientId === '' ? null : deps.googleClientId,
        policy_version: deps.policyVersion,
        password_min: deps.passwordMin,
        second_step_tier: enrolTier < 0 ? null : enrolTier,
      };
    },
  }),
];
