import type { texts as applications } from './applications-hr.ts';
import type { texts as audit } from './audit-hr.ts';
import type { texts as bulk } from './bulk-hr.ts';
import type { texts as directory } from './directory-hr.ts';
import type { texts as documents } from './documents-hr.ts';
import type { texts as exported } from './export-hr.ts';
import type { texts as factors } from './factors-hr.ts';
import type { texts as frame } from './frame-hr.ts';
import type { hr } from './hr.ts';
import type { texts as imports } from './imports-hr.ts';
import type { texts as invitations } from './invitations-hr.ts';
import type { texts as links } from './links-hr.ts';
import type { texts as lists } from './lists-hr.ts';
import type { texts as logos } from './logos-hr.ts';
import type { texts as mails } from './mails-hr.ts';
import type { texts as overview } from './overview-hr.ts';
import type { texts as policies } from './policies-hr.ts';
import type { texts as privacy } from './privacy-hr.ts';
import type { texts as profile } from './profile-hr.ts';
import type { texts as providers } from './providers-hr.ts';
import type { texts as search } from './search-hr.ts';
import type { texts as steps } from './steps-hr.ts';
import type { texts as tenants } from './tenants-hr.ts';
import type { texts as users } from './users-hr.ts';

/** Texts loaded with the pages of an area; `hr.ts` and `en.ts` hold what every page needs. */
interface Areas {
  applications: typeof applications;
  audit: typeof audit;
  bulk: typeof bulk;
  directory: typeof directory;
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
  tenants: typeof tenants;
  users: typeof users;
}

export type Area = keyof Areas;
type AnyKey = keyof typeof hr | { [Name in Area]: keyof Areas[Name] }[Area];
type WithoutPlural<Key> = Key extends `${infer Stem}_${'one' | 'few' | 'other'}` ? Stem : Key;
export type TextKey = WithoutPlural<AnyKey>;
export type Say = (key: TextKey, values?: Record<string, string | number>) => string;
