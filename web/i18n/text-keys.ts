import type { KeyOf } from '../../src/platform/words/catalogue.ts';
import type { texts as applications } from './catalogues/applications.ts';
import type { texts as audit } from './catalogues/audit.ts';
import type { texts as bulk } from './catalogues/bulk.ts';
import type { texts as cards } from './catalogues/cards.ts';
import type { texts as documents } from './catalogues/documents.ts';
import type { texts as everyPage } from './catalogues/every-page.ts';
import type { texts as exported } from './catalogues/export.ts';
import type { texts as factors } from './catalogues/factors.ts';
import type { texts as frame } from './catalogues/frame.ts';
import type { texts as imports } from './catalogues/imports.ts';
import type { texts as invitations } from './catalogues/invitations.ts';
import type { texts as links } from './catalogues/links.ts';
import type { texts as lists } from './catalogues/lists.ts';
import type { texts as logos } from './catalogues/logos.ts';
import type { texts as mails } from './catalogues/mails.ts';
import type { texts as overview } from './catalogues/overview.ts';
import type { texts as policies } from './catalogues/policies.ts';
import type { texts as privacy } from './catalogues/privacy.ts';
import type { texts as profile } from './catalogues/profile.ts';
import type { texts as providers } from './catalogues/providers.ts';
import type { texts as search } from './catalogues/search.ts';
import type { texts as steps } from './catalogues/steps.ts';
import type { texts as subscriptions } from './catalogues/subscriptions.ts';
import type { texts as tenants } from './catalogues/tenants.ts';
import type { texts as users } from './catalogues/users.ts';

/** Texts loaded with the pages of an area, by the name of their catalogue. */
interface Areas {
  applications: typeof applications;
  audit: typeof audit;
  bulk: typeof bulk;
  cards: typeof cards;
  documents: typeof documents;
  export: typeof exported;
  factors: typeof factors;
  frame: typeof frame;
  imports: typeof imports;
  invitations: typeof invitations;
  links: typeof links;
  lists: typeof lists;
  logos: typeof logos;
  mails: typeof mails;
  overview: typeof overview;
  policies: typeof policies;
  privacy: typeof privacy;
  profile: typeof profile;
  providers: typeof providers;
  search: typeof search;
  steps: typeof steps;
  subscriptions: typeof subscriptions;
  tenants: typeof tenants;
  users: typeof users;
}

export type Area = keyof Areas;
export type TextKey = KeyOf<typeof everyPage> | { [Name in Area]: KeyOf<Areas[Name]> }[Area];
export type Say = (key: TextKey, values?: Record<string, string | number>) => string;
