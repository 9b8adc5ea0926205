/**
 * Fixed lists and limits of the service. Each has the type of the service's own constant, so that a different
 * value does not compile; no code of the service ends up in the client.
 */
import type * as bulk from '../src/people/bulk-acts/bulk-acts-wire.ts';
import type * as documents from '../src/people/documents/document-wire.ts';
import type * as lists from '../src/platform/http/list-wire.ts';
import type * as roles from '../src/platform/kernel/role.ts';
import type * as privacy from '../src/privacy/personal-data/personal-data-wire.ts';

/** From the most to the least powerful. */
export const ROLES: typeof roles.ROLES = ['superadmin', 'admin', 'manager', 'member', 'guest'];

export const MOST_ON_A_PAGE: typeof lists.MOST_ON_A_PAGE = 200;
export const MOST_IN_BULK: typeof bulk.MOST_IN_BULK = 200;
export const LONGEST_REASON: typeof privacy.LONGEST_REASON = 1000;
export const MOST_DOCUMENT_BYTES: typeof documents.MOST_DOCUMENT_BYTES = 52_428_800;
export const LONGEST_TITLE: typeof documents.LONGEST_TITLE = 200;
export const FIRST_YEAR: typeof documents.FIRST_YEAR = 1800;
export const LAST_YEAR: typeof documents.LAST_YEAR = 2200;
