import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import '../styles/frame.css';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '../auth/me-query.ts';
import { service } from '../auth/service.ts';
import { bringTyped } from '../auth/typed.ts';
import { Reauthentication } from '../components/reauthentication.tsx';
import { StorageNotice } from '../components/storage-notice.tsx';
import { TroubleBar } from '../components/trouble-bar.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/page-paths.ts';
import mark from '../styles/iskaznica.svg';
import { BottomBar } from './bottom-bar.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { menuFor } from './navigation.ts';
import { OwnMenu } from './own-menu.tsx';
import { Rail } from './rail.tsx';
import { SearchButton } from './search-button.tsx';

/** Layout of every page but sign-in. Visitors see a sign-in link instead of the menu. */
export function ServiceFrame() {
  const { say } = useTexts();
  useState(() => bringTyped(service.storedUser()?.id)); // before any form of the page mounts
  // Follows the user's own page, but fetches nothing itself.
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  const user = service.holdsSignIn() ? (me ?? service.storedUser()) : undefined;
  const places = user ? menuFor(user.tier) : [];
  return (
    <Reauthentication>
      <a className="skip" href="#content">
        {say('app.skip')}
      </a>
      <header className="frame-head">
        <Link to={PAGE_PATHS.home} className="entry-name" aria-label={say('app.name')}>
          <img src={mark} alt="" />
          <span>{say('app.name')}</span>
        </Link>
        <div className="frame-tenant" dir="auto">
          {user?.tenant_name}
        </div>
        {user && <SearchButton tier={user.tier} />}
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
          <Outlet />
        </main>
      </div>
      {places.length > 1 && <BottomBar places={places} />}
      <Notifications position="bottom-center" limit={3} />
    </Reauthentication>
  );
}
