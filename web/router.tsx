import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { returnsToOwnPage } from './auth/google-return.ts';
import { identityReturnsToOwnPage } from './auth/identity-return.ts';
import { rememberWhereTo, session, takeWhereTo } from './auth/session.ts';
import { type Area, loadTexts } from './i18n/texts.ts';
import { BrokenPage, MissingPage } from './layout/fallback-pages.tsx';
import { mayOpen, startOf } from './layout/navigation.ts';
import { FrameSkeleton, PageSkeleton } from './layout/page-skeletons.tsx';
import { PAGE_PATHS } from './routing/page-paths.ts';
import { type AddressState, type PagePath, readSearch } from './routing/page-search.ts';
import { LoginPage } from './sign-in/login-page.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: MissingPage, errorComponent: BrokenPage });

const startPage = () => startOf(session.storedUser());

const toSignIn = (reason: 'expired' | 'unauthorized') => redirect({ to: PAGE_PATHS.login, search: { reason } });

/** Redirects before the page is loaded: anonymous visitors to sign-in, others without access to their start page. */
const needsSignIn = (path: string) => () => {
  if (!session.holdsSignIn()) {
    rememberWhereTo();
    throw toSignIn(session.forgetExpired() ? 'expired' : 'unauthorized');
  }
  if (!mayOpen(path)) throw redirect({ to: startPage() });
};

const loadFrame = () => import('./layout/service-frame.tsx');

/** The layout with the main menu; it stays mounted while pages change. */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  loader: () => loadTexts('frame'),
  component: lazyRouteComponent(loadFrame, 'ServiceFrame'),
  pendingComponent: FrameSkeleton,
  pendingMs: 0,
});

const home = createRoute({
  getParentRoute: () => root,
  path: PAGE_PATHS.home,
  beforeLoad: () => {
    if (session.holdsSignIn()) throw redirect({ to: startPage() });
    throw session.forgetExpired() ? toSignIn('expired') : redirect({ to: PAGE_PATHS.login });
  },
});

const login = createRoute({
  getParentRoute: () => root,
  path: PAGE_PATHS.login,
  validateSearch: readSearch(PAGE_PATHS.login),
  beforeLoad: ({ preload }) => {
    if (!session.holdsSignIn()) return;
    if (returnsToOwnPage() || identityReturnsToOwnPage())
      throw redirect({ to: PAGE_PATHS.profile, search: { tab: 'sigurnost' } });
    const wanted = preload ? undefined : takeWhereTo(); // signed in meanwhile, in another tab
    // As a new document: the page that led here may be the one to go back to, and has been drawn for a visitor.
    throw wanted === undefined ? redirect({ to: startPage() }) : redirect({ href: wanted, reloadDocument: true });
  },
  component: LoginPage, // most visits start here, so it is part of the first chunk
});

type Load = Parameters<typeof lazyRouteComponent>[0];

/** A page for people who are not signed in. */
const entry = <const Path extends PagePath>(path: Path, load: Load, name: string, ...areas: Area[]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: readSearch(path),
    loader: () => loadTexts(...areas),
    component: lazyRouteComponent(load, name),
  });

const OPEN_TO_VISITORS: readonly PagePath[] = [PAGE_PATHS.documents, PAGE_PATHS.policy];

/** A page inside the layout, with the texts of lists, of its area and of others whose components it uses. */
const inFrame = <const Path extends PagePath>(path: Path, area: Area, load: Load, name: string, ...also: Area[]) =>
  createRoute({
    getParentRoute: () => frame,
    path,
    validateSearch: readSearch(path),
    beforeLoad: OPEN_TO_VISITORS.includes(path) ? () => void session.forgetExpired() : needsSignIn(path),
    loader: () => loadTexts('lists', area, ...also),
    component: lazyRouteComponent(load, name),
  });

const link = () => import('./sign-in/link-password-page.tsx');

const pages = [
  home,
  login,
  entry(PAGE_PATHS.forgotPassword, () => import('./sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage', 'links'),
  entry(PAGE_PATHS.resetPassword, link, 'ResetPasswordPage', 'links'),
  entry(PAGE_PATHS.setupPassword, link, 'SetupPasswordPage', 'links'),
  entry(PAGE_PATHS.newDevice, () => import('./sign-in/new-device-page.tsx'), 'NewDevicePage', 'links'),
  entry(PAGE_PATHS.takeBack, () => import('./sign-in/take-back-page.tsx'), 'TakeBackPage', 'links'),
  createRoute({
    getParentRoute: () => root,
    path: PAGE_PATHS.applicationSignIn,
    validateSearch: readSearch(PAGE_PATHS.applicationSignIn),
    beforeLoad: () => void session.forgetExpired(),
    loader: () => loadTexts('applications'),
    component: lazyRouteComponent(
      () => import('./application-sign-in/application-sign-in-page.tsx'),
      'ApplicationSignInPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: PAGE_PATHS.device,
    validateSearch: readSearch(PAGE_PATHS.device),
    beforeLoad: () => void session.forgetExpired(),
    loader: () => loadTexts('applications'),
    component: lazyRouteComponent(() => import('./device/device-page.tsx'), 'DevicePage'),
  }),
  frame.addChildren([
    inFrame(PAGE_PATHS.profile, 'profile', () => import('./profile/profile-page.tsx'), 'ProfilePage', 'applications'),
    inFrame(
      PAGE_PATHS.overview,
      'overview',
      () => import('./overview/overview-page.tsx'),
      'OverviewPage',
      'audit',
      'mails',
    ),
    inFrame(
      PAGE_PATHS.directory,
      'directory',
      () => import('./directory/directory-page.tsx'),
      'DirectoryPage',
      'audit',
    ),
    inFrame(PAGE_PATHS.users, 'users', () => import('./users/users-page.tsx'), 'UsersPage', 'audit', 'mails', 'bulk'),
    inFrame(
      PAGE_PATHS.invitations,
      'invitations',
      () => import('./invitations/invitations-page.tsx'),
      'InvitationsPage',
      'users',
    ),
    inFrame(PAGE_PATHS.imports, 'imports', () => import('./imports/imports-page.tsx'), 'ImportsPage', 'bulk'),
    inFrame(PAGE_PATHS.audit, 'audit', () => import('./audit/audit-page.tsx'), 'AuditPage'),
    inFrame(PAGE_PATHS.privacy, 'privacy', () => import('./privacy/privacy-page.tsx'), 'PrivacyPage'),
    inFrame(PAGE_PATHS.mails, 'mails', () => import('./mails/mails-page.tsx'), 'MailsPage'),
    inFrame(
      PAGE_PATHS.applications,
      'applications',
      () => import('./applications/applications-page.tsx'),
      'ApplicationsPage',
      'logos',
    ),
    inFrame(PAGE_PATHS.tenants, 'tenants', () => import('./tenants/tenants-page.tsx'), 'TenantsPage', 'logos'),
    inFrame(PAGE_PATHS.factors, 'factors', () => import('./factors/factors-page.tsx'), 'FactorsPage'),
    inFrame(
      PAGE_PATHS.identityProviders,
      'providers',
      () => import('./identity-providers/identity-providers-page.tsx'),
      'IdentityProvidersPage',
    ),
    inFrame(PAGE_PATHS.policy, 'policies', () => import('./policies/policy-page.tsx'), 'PolicyPage'),
    inFrame(PAGE_PATHS.documents, 'documents', () => import('./documents/documents-page.tsx'), 'DocumentsPage'),
  ]),
];

export const router = createRouter({
  routeTree: root.addChildren(pages),
  defaultPreload: 'intent',
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 80,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (state: AddressState) => {
    const said = Object.entries(state).filter((pair): pair is [string, string] => Boolean(pair[1]));
    return said.length === 0 ? '' : `?${new URLSearchParams(said)}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
