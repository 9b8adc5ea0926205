import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Application, Scope } from './application.ts';
import { findApplicationConsent, keepConsent } from './application-consents-store.ts';
import { holdApplication } from './applications-store.ts';
import { digestOfAsked, joinConsent, whatIsAsked } from './what-is-asked.ts';

interface Agreement {
  readonly application: Application;
  readonly scopes: readonly Scope[];
  readonly redirectUri?: string;
  /** The digest of what the page showed. */
  readonly shown: string | undefined;
}

/** Records the caller's consent to what they were shown, audited; `changed` if the application asks for something else by now. */
export async function agree(
  tx: Tx,
  call: Call,
  { application: { id }, scopes, redirectUri, shown }: Agreement,
): Promise<'agreed' | 'changed' | 'gone'> {
  const { userId } = call.caller;
  const application = await holdApplication(tx, id);
  if (application === undefined) return 'gone';
  const asked = whatIsAsked(application, scopes, redirectUri);
  if (digestOfAsked(asked) !== shown) return 'changed';
  const before = await findApplicationConsent(tx, userId, id);
  await keepConsent(tx, { user_id: userId, application_id: id, given_at: call.at, ...joinConsent(before, asked) });
  const meta = { application_id: id, name: application.name, scopes };
  await recordAudit(tx, call, { action: 'application.consent', about: 'actor', meta });
  return 'agreed';
}
