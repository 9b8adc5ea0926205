import { switchTenant } from '../../client/switch-tenant.ts';
import { keptInTab } from '../auth/kept-in-tab.ts';
import { service } from '../auth/service.ts';
import { holdWhileLeaving } from '../auth/tab-tenant.ts';
import { rememberWhereTo } from '../auth/where-to.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

/** What the page shows is of one tenant, so that all of it is loaded anew; who may not open it there is led to their start. */
export async function goOver(tenantId: number): Promise<void> {
  holdWhileLeaving(true);
  try {
    await switchTenant(service, tenantId);
    loadAnew();
  } catch (error) {
    holdWhileLeaving(false);
    throw error;
  }
}

/** Filters and opened people in the address are of the tenant before. */
export const loadAnew = (): void =>
  location.assign(location.pathname + (location.pathname === PAGE_PATHS.profile ? location.search : ''));

const HEADING = 'iskaznica_heading';

interface Heading {
  readonly person: number;
  readonly tenant: number;
}

/** Ends the sign-in; after the next one of the same person in this tab, it goes over. */
export function signInToGoOver(heading: Heading): void {
  rememberWhereTo();
  sessionStorage.setItem(HEADING, JSON.stringify(heading));
  void service.signOut();
}

/** The tenant that somebody signed in again for. Told once. */
export function takeHeading(person: number): number | undefined {
  const kept = keptInTab<Heading>(HEADING);
  sessionStorage.removeItem(HEADING);
  return kept?.person === person ? kept.tenant : undefined;
}
