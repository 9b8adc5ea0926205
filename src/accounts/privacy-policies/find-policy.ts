import { readFileSync } from 'node:fs';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { findPolicyVersion, findPublishersPolicyVersion } from '../tenants/tenants-store.ts';
import type { Language } from '../users/user.ts';
import * as store from './privacy-policies-store.ts';

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
