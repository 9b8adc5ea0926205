import { Type } from 'typebox';
import { defineOpenRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { keepForAMinute } from '../../platform/http/response-headers.ts';
import { open } from '../../platform/http/route-access.ts';
import { perAddress } from '../../platform/http/route-limit.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { BrandingAnswer, policyUrl, showBranding } from './branding-wire.ts';
import { findPublisher } from './tenants-store.ts';

const SiteAnswer = Type.Object(
  {
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'The federation that publishes the yearbooks; null while there is none',
    }),
    branding: BrandingAnswer,
    google_client_id: Type.Union([Type.String(), Type.Null()], {
      description: 'OAuth client id for sign-in with Google; null when it is off',
    }),
    mail_codes: Type.Boolean({ description: 'Whether people may sign in with a mailed code' }),
    policy_version: Type.String({
      description: "The current privacy policy for guests: the publisher's, or the default",
    }),
    policy_url: Type.String({ format: 'uri', description: 'The page that shows it' }),
    password_min: Type.Integer({ description: 'Minimum length of a new password' }),
    backup_days: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Days until what was erased is gone from the last backup too; null where backups are made elsewhere',
    }),
    second_step_tier: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The weakest tier that must enrol a second factor before anything else; null when none must',
    }),
  },
  { title: 'Site' },
);

export interface SiteDeps extends Pick<Platform, 'database' | 'publicUrl'> {
  /** Empty: sign-in with Google is off. */
  readonly googleClientId: string;
  readonly mailsCodes: boolean;
  /** The version of the default policy. */
  readonly policyVersion: string;
  readonly passwordMin: number;
  /** Below 0: no tier must enrol a second factor. */
  readonly enrolTier: number;
  /** How long backups are kept; `undefined` if the service does not make them itself. */
  readonly backupDays: number | undefined;
}

/** What pages need before sign-in. The same for every caller, so caches may store it. */
export const siteRoutes = ({ database, enrolTier, ...deps }: SiteDeps): Route[] => [
  defineOpenRoute({
    method: 'GET',
    path: '/api/site',
    summary: 'The federation of this service, and what pages need before sign-in',
    tag: 'Service',
    access: open('the sign-in page shows it'),
    limit: perAddress({ most: 600, within: minutes(1) }), // a whole school may share one address
    audit: [],
    request: {},
    responses: { success: ok(SiteAnswer, 'The same for everybody'), refusals: [] },
    handle: async ({ reply }) => {
      const publisher = await findPublisher(database.read);
      keepForAMinute(reply);
      return {
        name: publisher?.name ?? null,
        branding: showBranding(publisher),
        google_client_id: deps.googleClientId === '' ? null : deps.googleClientId,
        mail_codes: deps.mailsCodes,
        policy_version: publisher?.policy_version ?? deps.policyVersion,
        policy_url: policyUrl(deps.publicUrl),
        password_min: deps.passwordMin,
        backup_days: deps.backupDays ?? null,
        second_step_tier: enrolTier < 0 ? null : enrolTier,
      };
    },
  }),
];
