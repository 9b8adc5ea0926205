import '../styles/frame.css';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { StoredUser } from '../../client/stored-session.ts';
import { takeSignIn } from '../auth/just-signed-in.ts';
import { keepClub } from '../auth/last-club.ts';
import { meQuery } from '../auth/me-query.ts';
import { canUsePasskeys } from '../auth/passkey-support.ts';
import { may } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { forgetTenant, keepTenant } from '../auth/tab-tenant.ts';
import { bringTyped } from '../auth/typed.ts';
import { Notice } from '../components/connection/notice.tsx';
import { StorageNotice } from '../components/connection/storage-notice.tsx';
import { TroubleBar } from '../components/connection/trouble-bar.tsx';
import { Reauthentication } from '../components/dialog/reauthentication.tsx';
import { UnsavedGuard } from '../components/dialog/unsaved-guard.tsx';
import { BrandMark } from '../components/frame/brand-mark.tsx';
import { brandedBy } from '../components/frame/branded.ts';
import { onDay } from '../components/frame/times.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { GoneElsewhere } from './gone-elsewhere.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { BottomBar, Sidebar } from './main-menu.tsx';
import { menuFor } from './navigation.ts';
import { OwnMenu } from './own-menu.tsx';
import { type BrandedTenant, PrintHead } from './print-head.tsx';
import { SearchButton } from './search-button.tsx';
import { Switching } from './switching.tsx';
import { TenantSwitch } from './tenant-switch.tsx';
import { Toasts } from './toasts.tsx';
import { WithQueries } from './with-queries.tsx';

/** Layout of every page but sign-in. Visitors see a sign-in link instead of the menu. */
export const ServiceFrame = () => (
  <WithQueries>
    <Frame />
  </WithQueries>
);

/** After a sign-in, when the page stands. */
function reportSignInToBrowser(): void {
  const how = takeSignIn();
  if (how === undefined || !canUsePasskeys() || !service.holdsSignIn()) return;
  void import('../auth/after-sign-in.ts').then(({ tellBrowser }) => tellBrowser(how)).catch(() => {});
}

function Frame() {
  const { say } = useTexts();
  useState(keepTenant); // before any part of the page asks for anything
  useEffect(() => {
    keepTenant();
    return forgetTenant;
  }, []);
  useEffect(reportSignInToBrowser, []);
  useState(() => bringTyped(service.storedUser()?.id)); // before any form of the page mounts
  // Follows the user's own page, but fetches nothing itself.
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  const user = service.holdsSignIn() ? (me ?? service.storedUser()) : undefined;
  useEffect(() => {
    if (user) keepClub(user);
  }, [user]);
  const places = user ? menuFor(user) : [];
  const tenant = useTenantInView(user);
  return (
    <Reauthentication>
      <a className="skip" href="#content">
        {say('nav.skip')}
      </a>
      <PageProgress />
      <header className="frame-head" {...brandedBy(tenant?.branding)}>
        <Link to={PAGE_PATHS.home} className="entry-name" aria-label={say('app.name')}>
          <BrandMark logo={tenant?.branding.logo_url} />
          <span>{say('app.name')}</span>
        </Link>
        <TenantSwitch user={user} />
        {user && <SearchButton />}
        {user ? (
          <OwnMenu user={user} />
        ) : (
          <>
            <LanguageSwitch short />
            <Link to={PAGE_PATHS.login} className="frame-sign-in">
              {say('nav.signIn')}
            </Link>
          </>
        )}
      </header>
      <TroubleBar />
      <StorageNotice />
      <div className="frame-body" data-rail={places.length > 1 || undefined}>
        {places.length > 1 && <Sidebar places={places} />}
        <main className="frame-main" id="content" tabIndex={-1}>
          <PrintHead tenant={tenant} />
          {user?.enrol_by && <EnrolBanner by={user.enrol_by} />}
          <Outlet />
        </main>
      </div>
      {places.length > 1 && <BottomBar places={places} />}
      <UnsavedGuard />
      <Switching />
      <GoneElsewhere />
      <Toasts />
    </Reauthentication>
  );
}

/** The deadline for enrolling a second factor. Hidden on the page where it is enrolled. */
function EnrolBanner({ by }: { by: string }) {
  const { say, language } = useTexts();
  const { pathname } = useLocation();
  const [{ tab }] = useAddressState();
  if (pathname === PAGE_PATHS.profile && tab === 'sigurnost') return null;
  return (
    <div className="enrol-banner">
      <Notice kind="info">
        {say('enrol.by', { when: onDay(by, language).replace(/\.?$/, '.') })}{' '}
        <AnchorLink to={PAGE_PATHS.profile} search={{ tab: 'sigurnost' }} underline="always">
          {say('enrol.now')}
        </AnchorLink>
      </Notice>
    </div>
  );
}

/** A page is on its way: on a slow network nothing else would tell that the link was followed. Shown after a moment. */
function PageProgress() {
  const { say } = useTexts();
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  return isLoading && <div className="page-progress" role="progressbar" aria-label={say('app.loading')} />;
}

/** Whose people the page shows: the tenant in the address, for those who reach all, else the viewer's own. */
function useTenantInView(user: StoredUser | undefined): BrandedTenant | undefined {
  const [{ tenant_id }] = useAddressState();
  const wanted = tenant_id !== undefined && may('tenants.all');
  const { data: tenants } = useQuery({ ...tenantsQuery, enabled: wanted });
  const chosen = wanted ? tenants?.find(({ id }) => String(id) === tenant_id) : undefined;
  return chosen ?? (user && { name: user.tenant_name, branding: user.tenant_branding });
}
