import { actionTokensRoom } from '../../accounts/action-tokens/action-tokens-room.ts';
import { avatarsRoom } from '../../accounts/avatars/avatars-room.ts';
import { peopleSearchRoom } from '../../accounts/people-search/people-search-room.ts';
import { permissionsRoom } from '../../accounts/permissions/permissions-room.ts';
import { privacyPoliciesRoom } from '../../accounts/privacy-policies/privacy-policies-room.ts';
import { recipientsRoom } from '../../accounts/recipients/recipients-room.ts';
import { tenantAdminRoom } from '../../accounts/tenant-admin/tenant-admin-room.ts';
import { tenantsRoom } from '../../accounts/tenants/tenants-room.ts';
import { usersRoom } from '../../accounts/users/users-room.ts';
import { applicationsRoom } from '../../openid/applications/applications-room.ts';
import { backupRoom } from '../../operations/backup/backup-room.ts';
import { eventsRoom } from '../../operations/events/events-room.ts';
import { outboxRoom } from '../../operations/outbox/outbox-room.ts';
import { statisticsRoom } from '../../operations/statistics/statistics-room.ts';
import { bulkActsRoom } from '../../people/bulk-acts/bulk-acts-room.ts';
import { documentsRoom } from '../../people/documents/documents-room.ts';
import { importsRoom } from '../../people/imports/imports-room.ts';
import { invitationsRoom } from '../../people/invitations/invitations-room.ts';
import { longActsRoom } from '../../people/long-acts/long-acts-room.ts';
import { membershipsRoom } from '../../people/memberships/memberships-room.ts';
import { mergingRoom } from '../../people/merging/merging-room.ts';
import { ownAccountRoom } from '../../people/own-account/own-account-room.ts';
import { userAdminRoom } from '../../people/user-admin/user-admin-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { roomList, type ServicesOf } from '../../platform/room/room-list.ts';
import { auditLogRoom } from '../../privacy/audit-log/audit-log-room.ts';
import { privacyRoom } from '../../privacy/personal-data/personal-data-room.ts';
import { factorPolicyRoom } from '../../sign-in/factor-rules/factor-rules-room.ts';
import { issuersRoom } from '../../sign-in/issuers/issuers-room.ts';
import { lockoutRoom } from '../../sign-in/lockout/lockout-room.ts';
import { loginRoom } from '../../sign-in/login/login-room.ts';
import { passkeysRoom } from '../../sign-in/passkeys/passkeys-room.ts';
import { passwordsRoom } from '../../sign-in/passwords/passwords-room.ts';
import { securityNoticesRoom } from '../../sign-in/security-notices/security-notices-room.ts';
import { sessionsRoom } from '../../sign-in/sessions/sessions-room.ts';
import { twoFactorRoom } from '../../sign-in/two-factor/two-factor-room.ts';

/**
 * All rooms, in order: a room uses and imports only rooms earlier in the list. Nothing else knows all rooms. Personal
 * data is exported and erased in this order too.
 */
export const rooms = roomList<Platform>()
  .add(tenantsRoom)
  .add(recipientsRoom)
  .add(usersRoom)
  .add(permissionsRoom)
  .add(privacyPoliciesRoom)
  .add(actionTokensRoom)
  .add(peopleSearchRoom)
  .add(avatarsRoom)
  .add(tenantAdminRoom)
  .add(factorPolicyRoom)
  .add(sessionsRoom)
  .add(securityNoticesRoom)
  .add(lockoutRoom)
  .add(passwordsRoom)
  .add(twoFactorRoom)
  .add(loginRoom)
  .add(issuersRoom)
  .add(passkeysRoom)
  .add(applicationsRoom)
  .add(ownAccountRoom)
  .add(invitationsRoom)
  .add(membershipsRoom)
  .add(userAdminRoom)
  .add(mergingRoom)
  .add(longActsRoom)
  .add(importsRoom)
  .add(bulkActsRoom)
  .add(documentsRoom)
  .add(auditLogRoom)
  .add(privacyRoom)
  .add(outboxRoom)
  .add(eventsRoom)
  .add(statisticsRoom)
  .add(backupRoom);

/** Everything the platform and the rooms offer in a running service. */
export type Services = ServicesOf<typeof rooms>;
