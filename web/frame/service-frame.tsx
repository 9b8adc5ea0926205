import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import '../look/frame.css';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import mark from '../look/iskaznica.svg';
import { menuFor } from '../navigation.ts';
import { PAGE_PATHS } from '../page-paths.ts';
import { Reauthentication } from '../parts/reauthentication.tsx';
import { StorageNotice } from '../parts/storage-notice.tsx';
import { TroubleBar } from '../parts/trouble-bar.tsx';
import { bringTyped } from '../parts/typed.ts';
import { meQuery } from '../profile/profile-queries.ts';
import { service } from '../service.ts';
import { useTexts } from '../texts/texts.ts';
import { BottomBar } from './bottom-bar.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { OwnMenu } from './own-menu.tsx';
import { Rail } from './rail.tsx';
import { SearchButton } from './search-button.tsx';

/** Around every page but sign-in and its siblings. Visitors who are not signed in see a way in instead of the rail. */
export function ServiceFrame() {
  const { say } = useTexts();
  useState(() => bringTyped(service.storedUser()?.id)); // before any form of the page is there
  // What the own page learns of the person shows here at once; nobody is asked for it.
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
