import { PAGE_PATHS } from './page-paths.ts';

export type PagePath = (typeof PAGE_PATHS)[keyof typeof PAGE_PATHS];

/** The search parameters of each page. All others are dropped. */
const MEMBERS = {
  [PAGE_PATHS.home]: [],
  [PAGE_PATHS.login]: ['reason', 'notice'],
  [PAGE_PATHS.forgotPassword]: [],
  [PAGE_PATHS.resetPassword]: [],
  [PAGE_PATHS.newDevice]: [],
  [PAGE_PATHS.takeBack]: [],
  [PAGE_PATHS.setupPassword]: [],
  [PAGE_PATHS.profile]: ['tab'],
  [PAGE_PATHS.overview]: ['tenant_id', 'chart'],
  [PAGE_PATHS.directory]: ['q', 'role', 'tenant_id', 'group', 'view', 'from', 'person'],
  [PAGE_PATHS.users]: [
    'q',
    'role',
    'status',
    'invitation',
    'signed_in',
    'tenant_id',
    'sort',
    'open',
    'tab',
    'new',
    'grant',
    'bulk',
  ],
  [PAGE_PATHS.invitations]: ['state', 'q', 'tenant_id', 'sort'],
  [PAGE_PATHS.imports]: ['import', 'outcome', 'tenant_id', 'bulk'],
  [PAGE_PATHS.audit]: [
    'q',
    'action',
    'person',
    'actor',
    'span',
    'from',
    'to',
    'ip',
    'tenant_id',
    'import',
    'service',
    'sort',
    'record',
  ],
  [PAGE_PATHS.privacy]: ['status', 'origin', 'tenant_id', 'sort', 'request', 'certificate'],
  [PAGE_PATHS.mails]: ['state', 'q', 'tenant_id', 'sort', 'mail'],
  [PAGE_PATHS.tenants]: ['q', 'open', 'new', 'edit', 'sort'],
  [PAGE_PATHS.identityProviders]: ['new', 'edit'],
  [PAGE_PATHS.factors]: ['q', 'role', 'tenant_id'],
  [PAGE_PATHS.applications]: ['tenant_id', 'new', 'application'],
  [PAGE_PATHS.applicationSignIn]: ['uid'],
  [PAGE_PATHS.device]: ['kod'],
  [PAGE_PATHS.policy]: ['tenant_id', 'version', 'edit'],
  [PAGE_PATHS.documents]: ['q', 'kind', 'tenant_id', 'document', 'page', 'form'],
} as const satisfies Record<PagePath, readonly string[]>;

type MemberOf<Path extends PagePath> = (typeof MEMBERS)[Path][number];

/** The search of one page: strings only, to keep URLs readable. */
export type PageSearch<Path extends PagePath> = { readonly [Member in MemberOf<Path>]?: string | undefined };

/** The search of whichever page is open. */
export type AddressState = { readonly [Member in MemberOf<PagePath>]?: string | undefined };
export type AddressMember = keyof AddressState;

/** A page with its search. */
export type PageLink = { [Path in PagePath]: { readonly to: Path; readonly search?: PageSearch<Path> } }[PagePath];

/** Picks the search of one page out of anything a URL may contain. */
export function readSearch<Path extends PagePath>(path: Path) {
  const members: readonly string[] = MEMBERS[path];
  const isMember = ([name, value]: [string, unknown]): boolean => members.includes(name) && typeof value === 'string';
  // Entries lose the names of their keys; the filter leaves only members of this page.
  return (said: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(said).filter(isMember)) as PageSearch<Path>;
}
