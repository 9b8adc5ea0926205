import { actionTokensRoom } from '../action-tokens/action-tokens-room.ts';
import { alarmsRoom } from '../alarms/alarms-room.ts';
import { applicationsRoom } from '../applications/applications-room.ts';
import { auditLogRoom } from '../audit-log/audit-log-room.ts';
import { avatarsRoom } from '../avatars/avatars-room.ts';
import { backupRoom } from '../backup/backup-room.ts';
import { brandingRoom } from '../branding/branding-room.ts';
import { breachedPasswordsRoom } from '../breached-passwords/breached-passwords-room.ts';
import { bulkActsRoom } from '../bulk-acts/bulk-acts-room.ts';
import { challengesRoom } from '../challenges/challenges-room.ts';
import { consentsRoom } from '../consents/consents-room.ts';
import { documentsRoom } from '../documents/documents-room.ts';
import { factorPolicyRoom } from '../factor-policy/factor-policy-room.ts';
import { identityProvidersRoom } from '../identity-providers/identity-providers-room.ts';
import { inactivityRoom } from '../inactivity/inactivity-room.ts';
import { invitationsRoom } from '../invitations/invitations-room.ts';
import { knownDevicesRoom } from '../known-devices/known-devices-room.ts';
import { lockoutRoom } from '../lockout/lockout-room.ts';
import { loginRoom } from '../login/login-room.ts';
import { logoutNoticesRoom } from '../logout-notices/logout-notices-room.ts';
import { outboxAdminRoom } from '../outbox-admin/outbox-admin-room.ts';
import { ownAccountRoom } from '../own-account/own-account-room.ts';
import { passkeysRoom } from '../passkeys/passkeys-room.ts';
import { passwordResetRoom } from '../password-reset/password-reset-room.ts';
import { passwordsRoom } from '../passwords/passwords-room.ts';
import { peopleSearchRoom } from '../people-search/people-search-room.ts';
import { policyRoom } from '../policy/policy-room.ts';
import { privacyRoom } from '../privacy/privacy-room.ts';
import { privacyPoliciesRoom } from '../privacy-policies/privacy-policies-room.ts';
import type { Ground } from '../room/ground.ts';
import { type OffersOf, roomList } from '../room/room-list.ts';
import { servicesRoom } from '../services/services-room.ts';
import { sessionsRoom } from '../sessions/sessions-room.ts';
import { signInRoom } from '../sign-in/sign-in-room.ts';
import { signInCodeRoom } from '../sign-in-code/sign-in-code-room.ts';
import { signInGoogleRoom } from '../sign-in-google/sign-in-google-room.ts';
import { signInOidcRoom } from '../sign-in-oidc/sign-in-oidc-room.ts';
import { signInPasswordRoom } from '../sign-in-password/sign-in-password-room.ts';
import { statisticsRoom } from '../statistics/statistics-room.ts';
import { tenantsRoom } from '../tenants/tenants-room.ts';
import { twoFactorRoom } from '../two-factor/two-factor-room.ts';
import { userAdminRoom } from '../user-admin/user-admin-room.ts';
import { userImportRoom } from '../user-import/user-import-room.ts';
import { usersRoom } from '../users/users-room.ts';

/**
 * All rooms, in order: a room uses and imports only rooms earlier in the list. Nothing else knows all rooms. Personal
 * data is exported and erased in this order too.
 */
export const rooms = roomList<Ground>()
  .add(tenantsRoom)
  .add(usersRoom)
  .add(policyRoom)
  .add(privacyPoliciesRoom)
  .add(actionTokensRoom)
  .add(peopleSearchRoom)
  .add(factorPolicyRoom)
  .add(avatarsRoom)
  .add(brandingRoom)
  .add(consentsRoom)
  .add(logoutNoticesRoom)
  .add(sessionsRoom)
  .add(alarmsRoom)
  .add(knownDevicesRoom)
  .add(lockoutRoom)
  .add(breachedPasswordsRoom)
  .add(passwordsRoom)
  .add(twoFactorRoom)
  .add(challengesRoom)
  .add(signInRoom)
  .add(signInPasswordRoom)
  .add(signInCodeRoom)
  .add(signInGoogleRoom)
  .add(identityProvidersRoom)
  .add(signInOidcRoom)
  .add(passkeysRoom)
  .add(loginRoom)
  .add(ownAccountRoom)
  .add(applicationsRoom)
  .add(servicesRoom)
  .add(passwordResetRoom)
  .add(invitationsRoom)
  .add(userAdminRoom)
  .add(outboxAdminRoom)
  .add(userImportRoom)
  .add(bulkActsRoom)
  .add(documentsRoom)
  .add(auditLogRoom)
  .add(privacyRoom)
  .add(statisticsRoom)
  .add(inactivityRoom)
  .add(backupRoom);

/** Everything the ground and the rooms offer in a running service. */
export type Offers = OffersOf<typeof rooms>;
