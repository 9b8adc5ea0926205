import { actionTokensRoom } from '../action-tokens/action-tokens-room.ts';
import { auditLogRoom } from '../audit-log/audit-log-room.ts';
import { avatarsRoom } from '../avatars/avatars-room.ts';
import { consentsRoom } from '../consents/consents-room.ts';
import { documentsRoom } from '../documents/documents-room.ts';
import { inactivityRoom } from '../inactivity/inactivity-room.ts';
import { invitationsRoom } from '../invitations/invitations-room.ts';
import { lockoutRoom } from '../lockout/lockout-room.ts';
import { outboxAdminRoom } from '../outbox-admin/outbox-admin-room.ts';
import { ownAccountRoom } from '../own-account/own-account-room.ts';
import { passwordResetRoom } from '../password-reset/password-reset-room.ts';
import { passwordsRoom } from '../passwords/passwords-room.ts';
import { peopleSearchRoom } from '../people-search/people-search-room.ts';
import { policyRoom } from '../policy/policy-room.ts';
import { privacyRoom } from '../privacy/privacy-room.ts';
import type { Ground } from '../room/ground.ts';
import { type OffersOf, roomList } from '../room/room-list.ts';
import { sessionsRoom } from '../sessions/sessions-room.ts';
import { signInRoom } from '../sign-in/sign-in-room.ts';
import { signInGoogleRoom } from '../sign-in-google/sign-in-google-room.ts';
import { statisticsRoom } from '../statistics/statistics-room.ts';
import { tenantsRoom } from '../tenants/tenants-room.ts';
import { twoFactorRoom } from '../two-factor/two-factor-room.ts';
import { userAdminRoom } from '../user-admin/user-admin-room.ts';
import { userImportRoom } from '../user-import/user-import-room.ts';
import { usersRoom } from '../users/users-room.ts';

/**
 * Every room, in order: a room uses and imports only rooms earlier in the list. This is the one place that knows them all.
 * Personal data is exported and erased in this order too.
 */
export const rooms = roomList<Ground>()
  .add(tenantsRoom)
  .add(usersRoom)
  .add(policyRoom)
  .add(peopleSearchRoom)
  .add(avatarsRoom)
  .add(consentsRoom)
  .add(actionTokensRoom)
  .add(sessionsRoom)
  .add(lockoutRoom)
  .add(passwordsRoom)
  .add(twoFactorRoom)
  .add(signInRoom)
  .add(signInGoogleRoom)
  .add(ownAccountRoom)
  .add(passwordResetRoom)
  .add(invitationsRoom)
  .add(userAdminRoom)
  .add(outboxAdminRoom)
  .add(userImportRoom)
  .add(documentsRoom)
  .add(auditLogRoom)
  .add(privacyRoom)
  .add(statisticsRoom)
  .add(inactivityRoom);

/** What the rooms offer together: what a running service is used by. */
export type Offers = OffersOf<typeof rooms>;
