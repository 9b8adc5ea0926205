import { Skeleton, Stack } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import '../styles/profile.css';
import { useQuery } from '@tanstack/react-query';
import type { OwnUser } from '../../client/wire-types.ts';
import { meQuery } from '../auth/me-query.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { KnownDevices } from './known-devices.tsx';
import { NewestDocuments } from './newest-documents.tsx';
import { OwnAccessLog } from './own-access-log.tsx';
import { OwnApplications } from './own-applications.tsx';
import { OwnConsents } from './own-consents.tsx';
import { OwnContacts } from './own-contacts.tsx';
import { OwnData } from './own-data.tsx';
import { OwnErasure } from './own-erasure.tsx';
import { OwnInvitations } from './own-invitations.tsx';
import { OwnMemberships } from './own-memberships.tsx';
import { OwnRecipientsPart } from './own-recipients.tsx';
import { OwnTransfers } from './own-transfers.tsx';
import { ProfileEmail } from './profile-email.tsx';
import { ProfileGoogle } from './profile-google.tsx';
import { ProfileIdentities } from './profile-identities.tsx';
import { ProfilePasskeys } from './profile-passkeys.tsx';
import { ProfilePassword } from './profile-password.tsx';
import { ProfilePerson } from './profile-person.tsx';
import { ProfilePicture } from './profile-picture.tsx';
import { ProfileSessions } from './profile-sessions.tsx';
import { isProfileTab, type ProfileTab, ProfileTabs } from './profile-tabs.tsx';
import { ProfileTwoFactor } from './profile-two-factor.tsx';
import { SignInHistory } from './sign-in-history.tsx';
import { InstallApp, PageScheme } from './this-browser.tsx';

/** The user's own account. Whoever must do something first starts at the right tab. */
export function ProfilePage() {
  const { say } = useTexts();
  const [{ tab }] = useAddressState();
  const me = useQuery(meQuery);
  const mustEnrol = me.data?.must_enrol ?? false;
  const mustAct = mustEnrol || me.data?.must_change_pwd === true;
  const open = isProfileTab(tab) ? tab : mustAct ? 'sigurnost' : 'podaci';
  const waiting: ProfileTab[] = [
    ...(mustAct ? (['sigurnost'] as const) : []),
    ...(me.data?.consent_required ? (['privatnost'] as const) : []),
  ];
  return (
    <div className="narrow">
      <PageHead title={say('profile.title')} />
      <ProfileTabs open={open} waiting={waiting} hasSeveral={(me.data?.memberships.length ?? 0) > 1} />
      <Stack gap="lg">
        {me.isError && <ProblemNotice error={me.error} retry={() => void me.refetch()} />}
        {me.data?.must_change_pwd && <Notice kind="warning">{say('profile.mustChange')}</Notice>}
        {mustEnrol && <Notice kind="warning">{say('profile.mustEnrol')}</Notice>}
        {me.isPending && <Waiting />}
        {me.data && <Part tab={open} me={me.data} mustEnrol={mustEnrol} />}
      </Stack>
    </div>
  );
}

function Part({ tab, me, mustEnrol }: { tab: ProfileTab; me: OwnUser; mustEnrol: boolean }) {
  const { say } = useTexts();
  switch (tab) {
    case 'podaci':
      // While the password must be changed, the service refuses changes to the profile.
      return me.must_change_pwd ? (
        <p className="lead">{say('profile.locked')}</p>
      ) : (
        <>
          <ProfilePerson me={me} />
          <OwnContacts me={me} />
          <NewestDocuments />
          <ProfileEmail me={me} />
          <ProfilePicture me={me} />
          <PageScheme />
          <InstallApp />
        </>
      );
    case 'clanstva':
      return (
        <>
          <OwnInvitations />
          <OwnTransfers />
          <OwnMemberships memberships={me.memberships} />
        </>
      );
    case 'sigurnost':
      return (
        <>
          <ProfilePassword email={me.email} />
          <ProfileTwoFactor me={me} />
          <ProfilePasskeys />
          {!mustEnrol && <ProfileGoogle />}
          {!mustEnrol && <ProfileIdentities />}
        </>
      );
    case 'uredaji':
      return (
        <>
          <ProfileSessions />
          <KnownDevices />
          <SignInHistory />
        </>
      );
    case 'privatnost':
      return (
        <>
          <OwnConsents me={me} />
          <OwnApplications />
          <OwnData me={me} />
          <OwnAccessLog />
          <OwnRecipientsPart />
          <OwnErasure />
        </>
      );
  }
}

function Waiting() {
  const { say } = useTexts();
  return (
    <div role="status" aria-label={say('app.loading')}>
      <Skeleton height={320} radius="md" mb="lg" />
      <Skeleton height={220} radius="md" />
    </div>
  );
}
