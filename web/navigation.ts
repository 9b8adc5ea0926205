import { PAGE_PATHS } from './page-paths.ts';
import type { IconName } from './parts/icons.tsx';
import type { TextKey } from './texts/texts.ts';

export interface Place {
  readonly path: (typeof PAGE_PATHS)[keyof typeof PAGE_PATHS];
  readonly text: TextKey;
  readonly icon: IconName;
  /** The weakest tier that may open it; what is behind it is judged by the service at every call. */
  readonly weakestTier: number;
}

const ANYBODY = 4;

/** The rail, in its order. */
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

/** In the menu under one's own name for most; for who begins there, in the main menu too. */
export const OWN_PLACE: Place = {
  path: PAGE_PATHS.profile,
  text: 'nav.profile',
  icon: 'accounts',
  weakestTier: ANYBODY,
};

export const placesFor = (tier: number): readonly Place[] => PLACES.filter(({ weakestTier }) => tier <= weakestTier);

/** Where somebody of a tier begins: those who look after people with the overview, the rest with their own account. */
export const startOf = (tier: number): string => (tier <= 2 ? PAGE_PATHS.overview : PAGE_PATHS.profile);

/** The main menu. Members and guests too find there what they may open: their account and the documents. */
export const menuFor = (tier: number): readonly Place[] =>
  startOf(tier) === OWN_PLACE.path ? [OWN_PLACE, ...placesFor(tier)] : placesFor(tier);
