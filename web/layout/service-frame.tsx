import '../styles/frame.css';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { takeSignIn } from '../auth/just-signed-in.ts';
import { meQuery } from '../auth/me-query.ts';
import { canUsePasskeys } from '../auth/passkey-support.ts';
import { service } from '../auth/service.ts';
import { bringTyped } from '../auth/typed.ts';
import { StorageNotice } from '../components/connection/storage-notice.tsx';
import { TroubleBar } from '../components/connection/trouble-bar.tsx';
import { Reauthentication } from '../components/dialog/reauthentication.tsx';
import { UnsavedGuard } from '../components/dialog/unsaved-guard.tsx';
import { BrandMark } from '../components/frame/brand-mark.tsx';
import { brandedBy } from '../components/frame/branded.ts';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { BottomBar } from './bottom-bar.tsx';
import { EnrolBanner } from './enrol-banner.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { menuFor } from './navigation.ts';
import { OwnMenu } from './own-menu.tsx';
import { PageProgress } from './page-progress.tsx';
import { PrintHead } from './print-head.tsx';
import { Rail } from './rail.tsx';
import { SearchButton } from './search-button.tsx';
import { TenantSwitch } from './tenant-switch.tsx';
import { Toasts } from './toasts.tsx';
import { useShownTenant } from './use-shown-tenant.ts';
import { WithQueries } from './with-queries.tsx';

/** Layout of every page but sign-in. Visitors see a sign-in link instead of the menu. */
export const ServiceFrame = () => (
  <WithQueries>
    <Frame />
  </WithQueries>
);

/** After a sign-in, when the page stands. */
function tellBrowserOnce(): void {
  const how = takeSignIn();
  if (how === undefined || !canUsePasskeys() || !service.holdsSignIn()) return;
  void import('../auth/after-sign-in.ts').then(({ tellBrowser }) => tellBrowser(how)).catch(() => {});
}

function Frame() {
  const { say } = useTexts();
  useEffect(tellBrowserOnce, []);
  useState(() => bringTyped(service.storedUser()?.id)); // before any form of the page mounts
  // Follows the user's own page, but fetches nothing itself.
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  const user = service.holdsSignIn() ? (me ?? service.storedUser()) : undefined;
  const places = user ? menuFor(user) : [];
  const tenant = useShownTenant(user);
  return (
    <Reauthentication>
      <a className="skip" href="#content">
        {say('app.skip')}
      </a>
      <PageProgress />
      <header className="frame-head" {...brandedBy(tenant?.branding)}>
        <Link to={PAGE_PATHS.home} className="entry-name" aria-label={say('app.name')}>
          <BrandMark logo={tenant?.branding.logo_url} />
          <span>{say('app.name')}</span>
        </Link>
        <TenantSwitch name={user?.tenant_name} />
        {user && <SearchButton />}
        <LanguageSwitch short />
        {user ? (
          <OwnMenu user={user} />
        ) : (
          <Link to={PAGE_PATHS.login} className="frame-sign-in">
            {say('nav.signIn')}
          </Link>
        )}
      </header>
      <TroubleBar />
      <StorageNotice />
      <div className="frame-body" data-rail={places.length > 1 || undefined}>
        {places.length > 1 && <Rail places={places} />}
        <main className="frame-main" id="content" tabIndex={-1}>
          <PrintHead tenant={tenant?.name} />
          {user?.enrol_by && <EnrolBanner by={user.enrol_by} />}
          <Outlet />
        </main>
      </div>
      {places.length > 1 && <BottomBar places={places} />}
      <UnsavedGuard />
      <Toasts />
    </Reauthentication>
  );
}
