import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import type { Call } from '../http/call.ts';
import type { Application, Scope } from './application.ts';
import { findApplicationConsent, keepConsent } from './application-consents-store.ts';
import { holdApplication } from './applications-store.ts';

interface Agreement {
  readonly application: Application;
  readonly scopes: readonly Scope[];
}

/** Records the caller's consent, audited. False when the application is gone. */
export async function agree(tx: Tx, call: Call, { application, scopes }: Agreement): Promise<boolean> {
  const { userId } = call.caller;
  if ((await holdApplication(tx, application.id)) === undefined) return false;
  const before = (await findApplicationConsent(tx, userId, application.id))?.scopes ?? [];
  const all = [...new Set([...before, ...scopes])];
  await keepConsent(tx, { user_id: userId, application_id: application.id, scopes: all, given_at: call.at });
  const meta = { application_id: application.id, name: application.name, scopes };
  await recordAudit(tx, call, { action: 'application.consent', about: 'actor', meta });
  return true;
}
