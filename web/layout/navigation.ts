import type { StoredUser } from '../../client/stored-session.ts';
import type { MenuPage } from '../../client/wire-types.ts';
import { reachesSeveral, viewer } from '../auth/rights.ts';
import type { IconName } from '../components/frame/icons.tsx';
import type { TextKey } from '../i18n/texts.ts';
import { type MenuGroup, PAGE_NAMES, PAGE_PATHS, PAGES, type PageName, type PagePath } from '../routing/pages.ts';

export interface Place {
  readonly path: PagePath;
  readonly text: TextKey;
  readonly icon: IconName;
  readonly group: MenuGroup;
  /** Shows the people of that page in another way. */
  readonly viewOf?: MenuPage;
  /** As the service names it among those that somebody may open. */
  readonly page: MenuPage | 'profile';
}

const placeOf = (page: Place['page']): Place => ({ path: PAGE_PATHS[page], ...PAGES[page].menu, page });

/** For most people in the account menu; for those who start there, in the main menu too. */
export const OWN_PLACE = placeOf('profile');

/** Entries of the main menu, in order. */
const PLACES = PAGE_NAMES.filter(isMenuPage).map(placeOf);

/** One that the service does not know does not compile as a place: nobody could open it. */
type PageWithMenu = {
  [Name in PageName]: (typeof PAGES)[Name] extends { readonly menu: unknown } ? Name : never;
}[PageName];

function isMenuPage(name: PageName): name is Exclude<PageWithMenu, 'profile'> {
  return name !== 'profile' && 'menu' in PAGES[name];
}

type Rights = Pick<StoredUser, 'pages' | 'start'>;

/** The entries that somebody may open. */
export const placesFor = ({ pages }: Pick<Rights, 'pages'>): readonly Place[] =>
  PLACES.filter(({ page }) => pages.some((one) => one === page)).map((place) =>
    place.page === 'tenants' && !reachesSeveral() ? { ...place, text: 'nav.tenant' } : place,
  );

/** Whether whoever is signed in may open a page; pages outside the menu are for everybody. */
export function mayOpen(path: string): boolean {
  const isAt = (place: Place) => place.path === path;
  return !PLACES.some(isAt) || placesFor(viewer() ?? { pages: [] }).some(isAt);
}

/** The first page after signing in. */
export const startOf = (user: Pick<Rights, 'start'> | undefined): PagePath => PAGE_PATHS[user?.start ?? 'profile'];

/** The main menu, with their own account for those who start there. */
export function menuFor(user: Rights): readonly Place[] {
  const places = placesFor(user).filter(({ viewOf }) => viewOf === undefined);
  return startOf(user) === OWN_PLACE.path ? [OWN_PLACE, ...places] : places;
}

/** The entry of the menu that leads to the page at a path, by itself or by its views. */
export function entryOf(path: string): PagePath | undefined {
  const place = PLACES.find((known) => known.path === path);
  return place?.viewOf === undefined ? place?.path : PAGE_PATHS[place.viewOf];
}
