import {
  findPolicyVersion,
  findPublisher,
  findPublishersPolicyVersion,
  findTenant,
  findTenantBySlug,
  noteBranding,
  notePolicyVersion,
  policyVersionOfTenant,
} from './tenants-store.ts';

/** What other rooms may read and change of `tenants`. The statements lie in the store. */
export {
  findPolicyVersion,
  findPublisher,
  findPublishersPolicyVersion,
  findTenant,
  findTenantBySlug,
  noteBranding,
  notePolicyVersion,
  policyVersionOfTenant,
};
