import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type HeadFile, headFile } from '../audit/audit-head-file.ts';
import { auditRoutes } from '../audit-log/audit-log-routes.ts';
import { type AvatarFiles, avatarFiles } from '../avatars/avatar-files.ts';
import { avatarsRoutes } from '../avatars/avatars-routes.ts';
import { imageLine } from '../avatars/image-line.ts';
import { removeAvatarFiles } from '../avatars/remove-avatar-file.ts';
import { uploadMemory } from '../avatars/upload-memory.ts';
import type { Settings } from '../config/settings.ts';
import { consentsRoutes } from '../consents/consents-routes.ts';
import { guestVisits } from '../consents/join-guest.ts';
import type { Counters } from '../counters/open-counters.ts';
import type { Database } from '../database/database.ts';
import { type DocumentFiles, documentFiles } from '../documents/document-files.ts';
import { documentsAdminRoutes } from '../documents/documents-admin-routes.ts';
import { documentsRoutes } from '../documents/documents-routes.ts';
import type { Route } from '../http/define-route.ts';
import { isLoopbackUrl } from '../http/local-call.ts';
import { accessCheck, recentSignInCheck } from '../http/route-access.ts';
import { invitationsAdminRoutes } from '../invitations/invitations-admin-routes.ts';
import { invitationsRoutes } from '../invitations/invitations-routes.ts';
import type { InvitationParts } from '../invitations/invite-user.ts';
import type { Clock } from '../kernel/clock.ts';
import { hours, minutes, seconds } from '../kernel/durations.ts';
import type { Keyring } from '../keys/keyring.ts';
import { createAttempts } from '../lockout/lockout.ts';
import type { MetricSource } from '../metrics/metric.ts';
import { requestMetrics } from '../metrics/request-metrics.ts';
import { mailsRoutes } from '../outbox-admin/outbox-admin-routes.ts';
import { meRoutes } from '../own-account/own-account-routes.ts';
import { ownSessionsRoutes } from '../own-account/own-sessions-routes.ts';
import { passwordResetRoutes } from '../password-reset/password-reset-routes.ts';
import { hashQueue } from '../passwords/hash-queue.ts';
import { type PasswordHasher, passwordHasher } from '../passwords/password-hasher.ts';
import { passwordsRoutes } from '../passwords/passwords-routes.ts';
import { erasureAdminRoutes } from '../privacy/erasure-admin-routes.ts';
import { erasureLedger, ledgerPath } from '../privacy/erasure-ledger.ts';
import { ownPrivacyRoutes } from '../privacy/own-privacy-routes.ts';
import type { PrivacyParts } from '../privacy/privacy-parts.ts';
import { createHttpServer } from '../server/http-server.ts';
import { routeLimits } from '../server/limit-route.ts';
import { metricsRoutes } from '../server/metrics-routes.ts';
import { servePages } from '../server/pages.ts';
import { registerRoutes } from '../server/register-routes.ts';
import { serviceRoutes } from '../server/service-routes.ts';
import { authenticator, standingCheck } from '../sessions/authenticate.ts';
import { knownTokens } from '../sessions/known-tokens.ts';
import { tokenPairs } from '../sessions/token-pair.ts';
import { tokenVerifier } from '../sessions/token-verifier.ts';
import { signInRoutes } from '../sign-in/sign-in-routes.ts';
import { googleVerifier } from '../sign-in-google/google-credential.ts';
import { googleKeys } from '../sign-in-google/google-keys.ts';
import { googleRoutes } from '../sign-in-google/google-routes.ts';
import { statsRoutes } from '../statistics/stats-routes.ts';
import { siteRoutes } from '../tenants/site-routes.ts';
import { tenantsRoutes } from '../tenants/tenants-routes.ts';
import { redeemSecondFactor } from '../two-factor/redeem-second-factor.ts';
import { removeTwoFactor } from '../two-factor/remove-two-factor.ts';
import { twoFactorRoutes } from '../two-factor/two-factor-routes.ts';
import { usersActRoutes } from '../user-admin/user-acts-routes.ts';
import { usersRoutes } from '../user-admin/user-admin-routes.ts';
import { type ImportWorker, importWorker } from '../user-import/import-worker.ts';
import { stagedFiles } from '../user-import/staged-files.ts';
import { userImportRoutes } from '../user-import/user-import-routes.ts';
import { findOffices } from '../users/find-offices.ts';
import { userPresenter } from '../users/user-wire.ts';
import { personalDataContributors } from './personal-data-contributors.ts';
import { serviceMetrics } from './service-metrics.ts';

/** What an app is made of; a test passes its own clock. */
export interface AppParts {
  readonly settings: Settings;
  readonly database: Database;
  readonly keys: Keyring;
  readonly counters: Counters;
  readonly clock: Clock;
  readonly log: Logger;
  readonly version: string;
}

export interface App {
  /** Heads of the audit chain outside the database. */
  readonly heads: HeadFile;
  /** Does what is queued; started with the other background work. */
  readonly imports: ImportWorker;
  readonly server: FastifyInstance;
  readonly routes: readonly Route[];
  readonly passwords: PasswordHasher;
  /** For the sweep. */
  readonly avatarFiles: AvatarFiles;
  readonly documentFiles: DocumentFiles;
  /** What `/metrics` tells; the background work adds its own. */
  readonly metricSources: MetricSource[];
  /** For the first administrator's set-up link. */
  readonly invitations: InvitationParts;
  /** For erasures and retention, which nobody asks for at the moment. */
  readonly privacy: PrivacyParts;
}

/** Hash work waits no longer than about two seconds at the usual cost; the rest is refused at once. */
const LINE_PER_LANE = 8;

/** A picture takes half a second at most as a rule, so the last in the line waits some eight. */
const PICTURES_IN_LINE = 16;
/** Bytes of pictures that wait, all together: twelve of the largest, or hundreds of the usual size. */
const PICTURES_IN_MEMORY = 64 * 1024 * 1024;

/** The composition root: the only file that knows every room. */
export function createApp(parts: AppParts): App {
  const { settings, database, keys, counters, clock, log, version } = parts;
  const issuer = settings.server.publicUrl;
  const lanes = availableParallelism();
  const known = knownTokens();
  const verifyToken = tokenVerifier(keys, clock, issuer, known);
  const authenticate = authenticator(database, verifyToken, clock, enrolTierOf(settings));
  const passwords = passwordHasher(
    keys,
    hashQueue({ lanes, longestLine: lanes * LINE_PER_LANE }),
    settings.passwords.bcryptCost,
  );
  const requests = requestMetrics();
  const metricSources = serviceMetrics({ version, requests, database, clock, passwords }, () => routes);
  const isOwnMachine = (local: boolean) => local && isLoopbackUrl(issuer);
  const showUser = userPresenter(settings.privacy.policyVersion);
  const shared = {
    ...{ database, clock, keys, passwords, verifyToken, showUser, settings },
    publicUrl: issuer,
    passwordMin: settings.passwords.passwordMin,
    attempts: createSignInAttempts(parts),
    auditThrottle: counters.slidingWindow('audit:blocked', { most: 10, within: minutes(1) }),
    mailsPerAddress: counters.slidingWindow('mail:address', { most: settings.mail.addressHourly, within: hours(1) }),
    mailsPerClient: counters.slidingWindow('mail:client', { most: settings.mail.ipHourly, within: hours(1) }),
    pairs: tokenPairs(keys, clock, issuer, settings.sessions, known),
    redeemSecondFactor: redeemSecondFactor(keys),
    removeTwoFactor,
    visitOf: guestVisits(issuer),
    retentionDays: settings.retention.deletedDays,
    requireRecentSignIn: recentSignInCheck(clock, minutes(settings.secondFactor.reauthMinutes)),
    mayReveal: (local: boolean) => settings.reset.revealResetToken || isOwnMachine(local),
  };
  const avatars = {
    log,
    files: avatarFiles(join(settings.server.filesDir, 'uploads', 'avatars'), clock),
    line: imageLine(PICTURES_IN_LINE),
    memory: uploadMemory(PICTURES_IN_MEMORY),
  };
  const heads = headFile(settings.server.dataDir);
  const importFiles = stagedFiles(join(settings.server.filesDir, 'imports'));
  const imports = importWorker({ database, clock, keys, log, files: importFiles });
  const documents = { log, files: documentFiles(join(settings.server.filesDir, 'documents')) };
  const privacy: PrivacyParts = {
    ...{ database, clock, keys, log, publicUrl: issuer, dataDir: settings.server.dataDir },
    contributors: personalDataContributors,
    removeFiles: (userId) => removeAvatarFiles(avatars.files, userId),
    ledger: erasureLedger(ledgerPath(settings.server.dataDir)),
    findOffices,
    exportsOf: counters.slidingWindow('gdpr-export', { most: 10, within: hours(1) }),
  };
  const routes: Route[] = [
    ...serviceRoutes({ keys, version, readiness: [() => database.check(), () => counters.check()] }, () => routes),
    ...metricsRoutes({
      ...{ isOwnMachine, metricSources, clock, metricsToken: settings.server.metricsToken },
      wrongMetricsTokens: counters.slidingWindow('metrics:wrong', { most: 10, within: minutes(1) }),
    }),
    ...siteRoutes({
      ...shared,
      googleClientId: settings.google.clientId,
      policyVersion: settings.privacy.policyVersion,
      enrolTier: enrolTierOf(settings),
    }),
    ...signInRoutes(shared),
    ...googleRoutes({ ...shared, verifyGoogle: verifierOfGoogle(settings, clock) }),
    ...consentsRoutes({ ...shared, policyVersion: settings.privacy.policyVersion }),
    ...passwordsRoutes(shared),
    ...twoFactorRoutes(shared),
    ...passwordResetRoutes(shared),
    ...invitationsRoutes(shared),
    ...avatarsRoutes({ ...shared, ...avatars }),
    ...meRoutes(shared),
    ...ownSessionsRoutes(shared),
    ...ownPrivacyRoutes(privacy),
    ...erasureAdminRoutes(privacy),
    ...usersRoutes(shared),
    ...usersActRoutes(shared),
    ...invitationsAdminRoutes(shared),
    ...tenantsRoutes(shared),
    ...mailsRoutes(shared),
    ...auditRoutes({ database, keys, clock, heads }),
    ...statsRoutes(shared),
    ...documentsRoutes({ ...shared, ...documents }),
    ...documentsAdminRoutes({ ...shared, ...documents }),
    ...userImportRoutes({ ...shared, files: importFiles, wake: imports.wake }),
  ];
  const { server, paths } = createHttpServer({ settings, log, authenticate, countRequest: requests.count });
  registerRoutes(server, routes, {
    requireAccess: accessCheck(shared.requireRecentSignIn),
    paths,
    authenticate,
    requireStanding: standingCheck(database, clock),
    clock,
    limitRoute: routeLimits((name, rule) => counters.slidingWindow(name, rule)),
  });
  servePages(server, { paths, log });
  return {
    heads,
    imports,
    server,
    routes,
    metricSources,
    passwords,
    avatarFiles: avatars.files,
    documentFiles: documents.files,
    invitations: shared,
    privacy,
  };
}

/** -1 when nobody must enrol a second factor. */
const enrolTierOf = ({ secondFactor: { requiredTier } }: Settings): number =>
  requiredTier === '' ? -1 : Number(requiredTier);

/** `undefined` where the sign-in with Google is off. */
const verifierOfGoogle = ({ google: { clientId, keysUrl } }: Settings, clock: Clock) =>
  clientId === '' ? undefined : googleVerifier({ clientId, keys: googleKeys(keysUrl, clock), clock });

function createSignInAttempts({ settings: { signIn }, database, clock, counters }: AppParts) {
  const rule = { threshold: signIn.lockThreshold, lockFor: minutes(signIn.lockMinutes) };
  const window = { most: signIn.addressThreshold, within: seconds(signIn.addressWindowSeconds) };
  return createAttempts({
    ...{ database, clock, rule },
    addresses: counters.slidingWindow('sign-in', window),
    shadow: counters.attemptCounter('sign-in', rule),
  });
}
