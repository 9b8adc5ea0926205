import * as store from './tenants-store.ts';

/** How other rooms look a tenant up; the store itself is private to this one. */
export const findTenantBySlug = store.findTenantBySlug;
export const findTenant = store.findTenant;
export const findPublisher = store.findPublisher;
