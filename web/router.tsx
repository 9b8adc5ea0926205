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
import { service } from './auth/service.ts';
import { rememberWhereTo, takeWhereTo } from './auth/where-to.ts';
import { type Area, loadTexts } from './i18n/texts.ts';
import { BrokenPage, MissingPage } from './layout/fallback-pages.tsx';
import { mayOpen, startOf } from './layout/navigation.ts';
import { FrameSkeleton, PageSkeleton } from './layout/page-skeletons.tsx';
import { type AddressState, PAGE_PATHS, PAGES, type PageName, readSearch } from './routing/pages.ts';
import { LoginPage } from './sign-in/login-page.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: MissingPage, errorComponent: BrokenPage });

const startPage = () => startOf(service.storedUser());

const toSignIn = (reason: 'expired' | 'unauthorized') => redirect({ to: PAGE_PATHS.login, search: { reason } });

/** Redirects before the page is loaded: anonymous visitors to sign-in, others without access to their start page. */
const needsSignIn = (path: string) => () => {
  if (!service.holdsSignIn()) {
    rememberWhereTo();
    throw toSignIn(service.forgetExpired() ? 'expired' : 'unauthorized');
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
    if (service.holdsSignIn()) throw redirect({ to: startPage() });
    throw service.forgetExpired() ? toSignIn('expired') : redirect({ to: PAGE_PATHS.login });
  },
});

const login = createRoute({
  getParentRoute: () => root,
  path: PAGE_PATHS.login,
  validateSearch: readSearch(PAGE_PATHS.login),
  beforeLoad: ({ preload }) => {
    if (!service.holdsSignIn()) return;
    if (returnsToOwnPage() || identityReturnsToOwnPage())
      throw redirect({ to: PAGE_PATHS.profile, search: { tab: 'sigurnost' } });
    const wanted = preload ? undefined : takeWhereTo(); // signed in meanwhile, in another tab
    // As a new document: the page that led here may be the one to go back to, and has been drawn for a visitor.
    throw wanted === undefined ? redirect({ to: startPage() }) : redirect({ href: wanted, reloadDocument: true });
  },
  component: LoginPage, // most visits start here, so it is part of the first chunk
});

type Load = Parameters<typeof lazyRouteComponent>[0];

/** Loads the texts that a page declares. */
const textsOf = (name: PageName, ...also: Area[]) => {
  const page = PAGES[name];
  return () => loadTexts(...also, ...('texts' in page ? page.texts : []));
};

/** A page on its own, for people who are not signed in. */
const entry = <const Name extends PageName>(name: Name, load: Load, component: string, beforeLoad?: () => void) =>
  createRoute({
    getParentRoute: () => root,
    path: PAGE_PATHS[name],
    validateSearch: readSearch(PAGE_PATHS[name]),
    ...(beforeLoad && { beforeLoad }),
    loader: textsOf(name),
    component: lazyRouteComponent(load, component),
  });

/** A page inside the layout. */
const inFrame = <const Name extends PageName>(name: Name, load: Load, component: string, beforeLoad?: () => void) =>
  createRoute({
    getParentRoute: () => frame,
    path: PAGE_PATHS[name],
    validateSearch: readSearch(PAGE_PATHS[name]),
    beforeLoad: beforeLoad ?? needsSignIn(PAGE_PATHS[name]),
    loader: textsOf(name, 'lists'),
    component: lazyRouteComponent(load, component),
  });

/** For visitors too. */
const openToVisitors = () => void service.forgetExpired();
const link = () => import('./sign-in/link-password-page.tsx');
const applicationSignIn = () => import('./application-sign-in/application-sign-in-page.tsx');
const subscriptions = () => import('./applications/subscriptions-page.tsx');
const recipients = () => import('./privacy/recipients-page.tsx');
const duplicates = () => import('./merging/duplicates-page.tsx');
const identityProviders = () => import('./identity-providers/identity-providers-page.tsx');

const pages = [
  home,
  login,
  entry('forgotPassword', () => import('./sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  entry('resetPassword', link, 'ResetPasswordPage'),
  entry('setupPassword', link, 'SetupPasswordPage'),
  entry('newDevice', () => import('./sign-in/new-device-page.tsx'), 'NewDevicePage'),
  entry('takeBack', () => import('./sign-in/take-back-page.tsx'), 'TakeBackPage'),
  entry('applicationSignIn', applicationSignIn, 'ApplicationSignInPage', openToVisitors),
  entry('device', () => import('./device/device-page.tsx'), 'DevicePage', needsSignIn(PAGE_PATHS.device)),
  frame.addChildren([
    inFrame('profile', () => import('./profile/profile-page.tsx'), 'ProfilePage'),
    inFrame('overview', () => import('./overview/overview-page.tsx'), 'OverviewPage'),
    inFrame('directory', () => import('./users/cards-page.tsx'), 'CardsPage'),
    inFrame('users', () => import('./users/users-page.tsx'), 'UsersPage'),
    inFrame('duplicates', duplicates, 'DuplicatesPage', needsSignIn(PAGE_PATHS.users)),
    inFrame('invitations', () => import('./invitations/invitations-page.tsx'), 'InvitationsPage'),
    inFrame('transfers', () => import('./transfers/transfers-page.tsx'), 'TransfersPage'),
    inFrame('imports', () => import('./imports/imports-page.tsx'), 'ImportsPage'),
    inFrame('audit', () => import('./audit/audit-page.tsx'), 'AuditPage'),
    inFrame('privacy', () => import('./privacy/privacy-page.tsx'), 'PrivacyPage'),
    inFrame('recipients', recipients, 'RecipientsPage', needsSignIn(PAGE_PATHS.privacy)),
    inFrame('mails', () => import('./mails/mails-page.tsx'), 'MailsPage'),
    inFrame('applications', () => import('./applications/applications-page.tsx'), 'ApplicationsPage'),
    inFrame('subscriptions', subscriptions, 'SubscriptionsPage', needsSignIn(PAGE_PATHS.applications)),
    inFrame('tenants', () => import('./tenants/tenants-page.tsx'), 'TenantsPage'),
    inFrame('factors', () => import('./factors/factors-page.tsx'), 'FactorsPage'),
    inFrame('identityProviders', identityProviders, 'IdentityProvidersPage'),
    inFrame('policy', () => import('./policies/policy-page.tsx'), 'PolicyPage', openToVisitors),
    inFrame('documents', () => import('./documents/documents-page.tsx'), 'DocumentsPage', openToVisitors),
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
