import { recordReceipt } from '../../accounts/recipients/note-recipient.ts';
import { findAccount } from '../../accounts/users/accounts-store.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { holdSession } from '../../sign-in/sessions/end-sessions.ts';
import { recordSignInAt } from '../../sign-in/sessions/logout-notices/notify-logout.ts';
import type { Application } from './application.ts';
import { storeUse } from './applications-store.ts';
import { accountIdOf, type PersonInSignIn, sessionIdFor, subjectFor } from './provider-ids.ts';
import { isStillAllowed, type ReliesOn } from './still-allowed.ts';

interface Entry {
  readonly person: PersonInSignIn;
  readonly applicationId: string;
  readonly reliesOn: ReliesOn;
}

/**
 * Audits a sign-in to an application, notes it as a recipient of the person's data, and remembers the sign-in if the application wants to be notified of its end. Not if our sign-in
 * has just ended, or the application has just lost what the person was let in with.
 */
export async function recordEntry(
  tx: Tx,
  keys: Keyring,
  call: AuditedCall,
  { person, applicationId, reliesOn }: Entry,
): Promise<'noted' | 'ended' | 'changed'> {
  const application = await storeUse(tx, applicationId, call.at); // locks its row
  const account = await findAccount(tx, person.userId);
  if (account === undefined || application === undefined) return 'ended';
  if (!isStillAllowed(application, reliesOn)) return 'changed';
  if (application.backchannel_logout_uri !== null && !(await remember(tx, keys, person, application))) return 'ended';
  await recordReceipt(tx, { application, userIds: [account.id], by: 'sign_in', at: call.at });
  const actor = { id: account.id, email: account.email, tenantId: account.tenant_id };
  const meta = { application_id: application.id, name: application.name, sid: person.sid };
  await recordAudit(tx, call, { action: 'application.enter', about: 'actor', actor, meta });
  return 'noted';
}

async function remember(tx: Tx, keys: Keyring, person: PersonInSignIn, application: Application): Promise<boolean> {
  const signIn = await holdSession(tx, person.sid);
  if (signIn === undefined) return false;
  const { id, foreign_at, backchannel_logout_uri } = application;
  await recordSignInAt(tx, {
    sid: person.sid,
    application_id: id,
    user_id: person.userId,
    subject: subjectFor(keys, accountIdOf(person), { id, foreign: foreign_at !== null }),
    session_id: sessionIdFor(keys, id, person.sid),
    logout_uri: backchannel_logout_uri ?? '',
    expires_at: signIn.expires_at,
  });
  return true;
}
