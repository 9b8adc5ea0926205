import type { StoredUser } from '../../client/stored-session.ts';
import type { MenuPage } from '../../client/wire-types.ts';
import { may, viewer } from '../auth/rights.ts';
import type { IconName } from '../components/frame/icons.tsx';
import type { TextKey } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/page-paths.ts';
import type { PagePath } from '../routing/page-search.ts';

export interface Place {
  readonly path: PagePath;
  readonly text: TextKey;
  readonly icon: IconName;
  /** As the service names it among those that somebody may open. */
  readonly page: MenuPage | 'profile';
}

/** Entries of the main menu, in order. */
const PLACES: readonly Place[] = [
  { path: PAGE_PATHS.overview, text: 'nav.overview', icon: 'overview', page: 'overview' },
  { path: PAGE_PATHS.directory, text: 'nav.directory', icon: 'people', page: 'directory' },
  { path: PAGE_PATHS.users, text: 'nav.users', icon: 'accounts', page: 'users' },
  { path: PAGE_PATHS.invitations, text: 'nav.invitations', icon: 'invitation', page: 'invitations' },
  { path: PAGE_PATHS.imports, text: 'nav.imports', icon: 'import', page: 'imports' },
  { path: PAGE_PATHS.audit, text: 'nav.audit', icon: 'audit', page: 'audit' },
  { path: PAGE_PATHS.privacy, text: 'nav.privacy', icon: 'privacy', page: 'privacy' },
  { path: PAGE_PATHS.mails, text: 'nav.mails', icon: 'mail', page: 'mails' },
  { path: PAGE_PATHS.documents, text: 'nav.documents', icon: 'document', page: 'documents' },
  { path: PAGE_PATHS.tenants, text: 'nav.tenants', icon: 'tenants', page: 'tenants' },
  { path: PAGE_PATHS.factors, text: 'nav.factors', icon: 'key', page: 'factors' },
  { path: PAGE_PATHS.identityProviders, text: 'nav.identityProviders', icon: 'signIn', page: 'identityProviders' },
  { path: PAGE_PATHS.applications, text: 'nav.applications', icon: 'applications', page: 'applications' },
];

/** For most people in the account menu; for those who start there, in the main menu too. */
export const OWN_PLACE: Place = {
  path: PAGE_PATHS.profile,
  text: 'nav.profile',
  icon: 'accounts',
  page: 'profile',
};

type Rights = Pick<StoredUser, 'pages' | 'start'>;

/** The entries that somebody may open. */
export const placesFor = ({ pages }: Pick<Rights, 'pages'>): readonly Place[] =>
  PLACES.filter(({ page }) => pages.some((one) => one === page)).map((place) =>
    place.page === 'tenants' && !may('tenants.all') ? { ...place, text: 'nav.tenant' } : place,
  );

/** Whether whoever is signed in may open a page; pages outside the menu are for everybody. */
export function mayOpen(path: string): boolean {
  const place = PLACES.find((known) => known.path === path);
  return place === undefined || placesFor(viewer() ?? { pages: [] }).includes(place);
}

/** The first page after signing in. */
export const startOf = (user: Pick<Rights, 'start'> | undefined): PagePath => PAGE_PATHS[user?.start ?? 'profile'];

/** The main menu, with their own account for those who start there. */
export const menuFor = (user: Rights): readonly Place[] =>
  startOf(user) === OWN_PLACE.path ? [OWN_PLACE, ...placesFor(user)] : placesFor(user);
