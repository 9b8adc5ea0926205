import { readFileSync } from 'node:fs';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';
import { reachesTenant } from '../permissions/managing-users.ts';
import {
  findPolicyVersion,
  findPublishersPolicyVersion,
  findTenant,
  notePolicyVersion,
} from '../tenants/tenants-store.ts';
import type { Language } from '../users/user.ts';
import * as store from './privacy-policies-store.ts';
import { type PrivacyPolicy, versionOf } from './privacy-policy.ts';

const read = (language: Language): string =>
  readFileSync(`${import.meta.dirname}/default-policy.${language}.md`, 'utf8');

/** In force until a policy is published. It describes what this service does, and says that the organisation must add the rest. */
const DEFAULT_POLICY: Readonly<Record<Language, string>> = { hr: read('hr'), en: read('en') };

export interface PolicyLookup {
  readonly tenantId: number | undefined;
  readonly version: string | undefined;
  readonly language: Language;
}

/** @throws AppError 404 for a version that nobody could have read: an agreement to it would count once it is published */
export async function requirePublished(db: Db, defaultVersion: string, version: string): Promise<void> {
  if (version !== defaultVersion && (await store.findPolicy(db, version)) === undefined)
    throw new AppError('privacy_policies.not_found');
}

/** The policy in force for a tenant's people or for guests, or an older version of any. @throws AppError 404 */
export async function getPolicy(db: Db, defaultVersion: string, { tenantId, version, language }: PolicyLookup) {
  const inForce = () => (tenantId === undefined ? findPublishersPolicyVersion(db) : findPolicyVersion(db, tenantId));
  const wanted = version ?? (await inForce()) ?? defaultVersion;
  const policy = await store.findPolicy(db, wanted);
  if (policy === undefined && wanted !== defaultVersion) throw new AppError('privacy_policies.not_found');
  if (policy === undefined) {
    const text = DEFAULT_POLICY[language];
    const nobodys = { number: null, tenant_id: null, tenant_name: null, since: null };
    return { version: wanted, source: 'default' as const, ...nobodys, text };
  }
  const { number, tenant_id, tenant_name, published_at: since, text } = policy;
  return { version: wanted, source: 'tenant' as const, number, tenant_id, tenant_name, since, text };
}

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
    await notePolicyVersion(tx, tenantId, version);
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
