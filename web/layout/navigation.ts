import type { IconName } from '../components/icons.tsx';
import type { TextKey } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/page-paths.ts';
import type { PagePath } from '../routing/page-search.ts';

export interface Place {
  readonly path: PagePath;
  readonly text: TextKey;
  readonly icon: IconName;
  /** The weakest tier that may open it; the service authorises every call behind it. */
  readonly weakestTier: number;
}

const ANYBODY = 4;

/** Entries of the main menu, in order. */
export const PLACES: readonly Place[] = [
  { path: PAGE_PATHS.overview, text: 'nav.overview', icon: 'overview', weakestTier: 2 },
  { path: PAGE_PATHS.directory, text: 'nav.directory', icon: 'people', weakestTier: 2 },
  { path: PAGE_PATHS.users, text: 'nav.users', icon: 'accounts', weakestTier: 2 },
  { path: PAGE_PATHS.invitations, text: 'nav.invitations', icon: 'invitation', weakestTier: 1 },
  { path: PAGE_PATHS.imports, text: 'nav.imports', icon: 'import', weakestTier: 1 },
  { path: PAGE_PATHS.audit, text: 'nav.audit', icon: 'audit', weakestTier: 1 },
  { path: PAGE_PATHS.privacy, text: 'nav.privacy', icon: 'privacy', weakestTier: 1 },
  { path: PAGE_PATHS.mails, text: 'nav.mails', icon: 'mail', weakestTier: 1 },
  { path: PAGE_PATHS.documents, text: 'nav.documents', icon: 'document', weakestTier: ANYBODY },
  { path: PAGE_PATHS.tenants, text: 'nav.tenants', icon: 'tenants', weakestTier: 0 },
];

/** For most people in the account menu; for those who start there, in the main menu too. */
export const OWN_PLACE: Place = {
  path: PAGE_PATHS.profile,
  text: 'nav.profile',
  icon: 'accounts',
  weakestTier: ANYBODY,
};

export const placesFor = (tier: number): readonly Place[] => PLACES.filter(({ weakestTier }) => tier <= weakestTier);

/** The first page after signing in: the overview for those who manage people, their own account for everybody else. */
export const startOf = (tier: number): PagePath => (tier <= 2 ? PAGE_PATHS.overview : PAGE_PATHS.profile);

/** The main menu. For members and guests too: their account and the documents. */
export const menuFor = (tier: number): readonly Place[] =>
  startOf(tier) === OWN_PLACE.path ? [OWN_PLACE, ...placesFor(tier)] : placesFor(tier);
