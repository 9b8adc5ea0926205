import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';
import { reachesTenant } from '../permissions/managing-users.ts';
import { findTenant, recordPolicyVersion } from '../tenants/tenants-store.ts';
import * as store from './privacy-policies-store.ts';
import { type PrivacyPolicy, versionOf } from './privacy-policy.ts';

/**
 * Publishes the next version of a tenant's policy, which its people, and those of tenants that inherit it, are then asked to
 * accept. @throws AppError 404 for a tenant out of scope, 409 when another version came first; InvalidRequest 422
 */
export function publishPolicy(
  database: Database,
  call: Call,
  { tenantId, text, replaces }: { tenantId: number; text: string; replaces: number },
): Promise<PrivacyPolicy> {
  const clean = checkedText(text);
  const number = replaces + 1;
  const version = versionOf(tenantId, number);
  return database.transaction(async (tx) => {
    const tenant = reachesTenant(call.caller, tenantId) ? await findTenant(tx, tenantId) : undefined;
    if (tenant === undefined) throw new AppError('tenants.not_found');
    const policy = await store.addPolicy(tx, {
      tenant_id: tenantId,
      number,
      version,
      text: clean,
      published_at: call.at,
    });
    if (policy === undefined) throw new AppError('privacy_policies.outdated');
    await recordPolicyVersion(tx, tenantId, version);
    await recordAudit(tx, call, { action: 'policy.publish', tenantId, meta: { policy_version: version, number } });
    return policy;
  });
}

/** The text with line feeds only, whatever system it was written on. */
function checkedText(text: string): string {
  const clean = normalised(text.replaceAll(/\r\n?/g, '\n'));
  if (clean === '') throw invalidField('body', 'text', 'missing', 'Ovo je polje obavezno.');
  if (hasUnsafeCharacters(clean.replaceAll(/[\n\t]/g, ' ')))
    throw invalidField('body', 'text', 'text_unsafe', 'Tekst sadrži nedopuštene znakove.');
  return clean;
}
