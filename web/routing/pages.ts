import type { MenuPage } from '../../client/wire-types.ts';
import type { Area, TextKey } from '../i18n/text-keys.ts';

interface PageDeclaration {
  readonly path: `/${string}`;
  /** The parameters of its address; all others are dropped. A page of the menu with `tenant_id` shows one tenant or all. */
  readonly search?: readonly string[];
  /** The catalogues that it shows, besides those of every page and, in the frame, of lists. */
  readonly texts?: readonly Area[];
  /** Its entry in the main menu. The service knows the page by the same name and says who may open it. */
  readonly menu?: MenuEntry;
}

interface MenuEntry {
  readonly text: TextKey;
  readonly icon: string;
  readonly group: MenuGroup;
  /** The page that it shows in another way: one entry leads to both. */
  readonly viewOf?: MenuPage;
}

export const MENU_GROUPS = ['people', 'watch', 'settings'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

/**
 * Every page, those of the menu in its order. What loads them is in `router.tsx`: whatever links to a page imports this file, and would
 * otherwise import every page. The service serves these paths, too: the build names them.
 */
export const PAGES = {
  home: { path: '/' },
  login: { path: '/login', search: ['reason', 'notice'] },
  forgotPassword: { path: '/forgot-password', texts: ['links'] },
  resetPassword: { path: '/reset-password', texts: ['links', 'passwords'] },
  setupPassword: { path: '/setup-password', texts: ['links', 'passwords'] },
  newDevice: { path: '/nova-prijava', texts: ['links'] },
  takeBack: { path: '/povrat-racuna', texts: ['links'] },
  profile: {
    path: '/profil',
    search: ['tab'],
    texts: ['profile', 'passwords', 'applications'],
    menu: { text: 'nav.profile', icon: 'accounts', group: 'people' },
  },
  overview: {
    path: '/erp/full',
    search: ['tenant_id', 'chart'],
    texts: ['overview', 'first-steps', 'audit', 'mails'],
    menu: { text: 'nav.overview', icon: 'overview', group: 'people' },
  },
  directory: {
    path: '/crm/v2',
    search: ['q', 'role', 'tenant_id', 'group', 'view', 'from', 'person', 'tab'],
    texts: ['cards', 'users', 'audit', 'mails'],
    menu: { text: 'nav.users', icon: 'people', group: 'people', viewOf: 'users' },
  },
  users: {
    path: '/admin/users',
    search: [
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
    texts: ['users', 'audit', 'mails', 'bulk'],
    menu: { text: 'nav.users', icon: 'people', group: 'people' },
  },
  duplicates: { path: '/admin/users/duplicates', texts: ['merging', 'users'] },
  invitations: {
    path: '/admin/invitations',
    search: ['state', 'q', 'tenant_id', 'sort', 'bulk'],
    texts: ['invitations', 'users', 'bulk'],
    menu: { text: 'nav.invitations', icon: 'invitation', group: 'people' },
  },
  imports: {
    path: '/admin/imports',
    search: ['import', 'outcome', 'tenant_id', 'bulk'],
    texts: ['imports', 'bulk'],
    menu: { text: 'nav.imports', icon: 'import', group: 'people' },
  },
  transfers: {
    path: '/admin/transfers',
    search: ['state', 'tenant_id'],
    texts: ['transfers'],
    menu: { text: 'nav.transfers', icon: 'transfer', group: 'people' },
  },
  audit: {
    path: '/admin/audit',
    search: [
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
    texts: ['audit'],
    menu: { text: 'nav.audit', icon: 'audit', group: 'watch' },
  },
  privacy: {
    path: '/admin/privacy',
    search: ['status', 'origin', 'tenant_id', 'sort', 'request', 'certificate'],
    texts: ['privacy'],
    menu: { text: 'nav.privacy', icon: 'privacy', group: 'watch' },
  },
  recipients: { path: '/admin/privacy/recipients', search: ['new', 'tenant_id'], texts: ['recipients'] },
  mails: {
    path: '/admin/mails',
    search: ['state', 'q', 'tenant_id', 'sort', 'mail'],
    texts: ['mails'],
    menu: { text: 'nav.mails', icon: 'mail', group: 'watch' },
  },
  documents: {
    path: '/dokumenti',
    search: ['q', 'kind', 'tenant_id', 'document', 'page', 'form'],
    texts: ['documents'],
    menu: { text: 'nav.documents', icon: 'document', group: 'watch' },
  },
  tenants: {
    path: '/admin/tenants',
    search: ['q', 'open', 'new', 'edit', 'sort', 'below', 'move'],
    texts: ['tenants', 'first-steps', 'logos'],
    menu: { text: 'nav.tenants', icon: 'tenants', group: 'settings' },
  },
  factors: {
    path: '/admin/factors',
    search: ['q', 'role', 'tenant_id'],
    texts: ['factors'],
    menu: { text: 'nav.factors', icon: 'key', group: 'settings' },
  },
  identityProviders: {
    path: '/admin/identity-providers',
    search: ['new', 'edit'],
    texts: ['providers'],
    menu: { text: 'nav.identityProviders', icon: 'signIn', group: 'settings' },
  },
  applications: {
    path: '/admin/applications',
    search: ['tenant_id', 'new', 'application'],
    texts: ['applications', 'logos'],
    menu: { text: 'nav.applications', icon: 'applications', group: 'settings' },
  },
  subscriptions: {
    path: '/admin/applications/events',
    search: ['application', 'new', 'subscription'],
    texts: ['applications', 'subscriptions', 'audit'],
  },
  applicationSignIn: { path: '/prijava-u-aplikaciju', search: ['uid'], texts: ['applications'] },
  device: { path: '/uredaj', search: ['kod'], texts: ['applications'] },
  policy: { path: '/privatnost/pravila', search: ['tenant_id', 'version', 'edit'], texts: ['policies'] },
} as const satisfies Readonly<Record<string, PageDeclaration>> & Readonly<Record<MenuPage, Required<PageDeclaration>>>;

type Pages = typeof PAGES;
export type PageName = keyof Pages;
export type PathOf<Name extends PageName> = Pages[Name]['path'];
export type PagePath = PathOf<PageName>;

export const PAGE_NAMES = Object.keys(PAGES) as readonly PageName[]; // `keyof` of a constant

/** The path of each page by its name. */
export const PAGE_PATHS = Object.fromEntries(Object.entries(PAGES).map(([name, { path }]) => [name, path])) as {
  readonly [Name in PageName]: PathOf<Name>; // entries lose the names of their keys
};

const declarationOf = (path: string): PageDeclaration | undefined =>
  Object.values<PageDeclaration>(PAGES).find((page) => page.path === path);

/** Whether the page at a path shows one tenant or all. */
export function showsOneTenant(path: string): boolean {
  const { menu, search } = declarationOf(path) ?? {};
  return menu !== undefined && search?.includes('tenant_id') === true;
}

type MemberOf<Path extends PagePath> =
  Extract<Pages[PageName], { readonly path: Path }> extends { readonly search: readonly (infer Member)[] }
    ? Extract<Member, string>
    : never;

/** The search of one page: strings only, to keep URLs readable. */
export type PageSearch<Path extends PagePath> = { readonly [Member in MemberOf<Path>]?: string | undefined };

/** The search of whichever page is open. */
export type AddressState = {
  readonly [Member in { [Path in PagePath]: MemberOf<Path> }[PagePath]]?: string | undefined;
};
export type AddressMember = keyof AddressState;

/** A page with its search. */
export type PageLink = { [Path in PagePath]: { readonly to: Path; readonly search?: PageSearch<Path> } }[PagePath];

/** Picks the search of one page out of anything a URL may contain. */
export function readSearch<Path extends PagePath>(path: Path) {
  const members = declarationOf(path)?.search ?? [];
  const isMember = ([name, value]: [string, unknown]): boolean => members.includes(name) && typeof value === 'string';
  // Entries lose the names of their keys; the filter leaves only members of this page.
  return (said: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(said).filter(isMember)) as PageSearch<Path>;
}
