import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import type { StoredUser } from '../../client/stored-session.ts';
import type { ManagedUser } from '../../client/wire-types.ts';
import { may } from '../auth/rights.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PersonConsents, PersonMails, PersonRecords } from './person-parts.tsx';
import { PersonProfile } from './person-profile.tsx';
import { PersonSignIns } from './person-sign-ins.tsx';
import { isSharedPerson } from './shared-person.tsx';

const TABS = ['profile', 'signIns', 'records', 'mails', 'consents'] as const;

interface PersonTabsProps {
  readonly person: ManagedUser;
  readonly viewer: StoredUser;
}

/** A tab's data is fetched when it is opened. Managers see only the profile. */
export function PersonTabs({ person, viewer }: PersonTabsProps) {
  const { say } = useTexts();
  const [state, change] = useAddressState();
  // Sign-ins belong to the account, which is not the viewer's where the person is a member elsewhere too.
  const tabs = isSharedPerson(person) ? TABS.filter((tab) => tab !== 'signIns') : TABS;
  const open = tabs.find((tab) => tab === state.tab) ?? 'profile';
  if (!may('people.manage')) return <PersonProfile person={person} viewer={viewer} />;
  return (
    <Tabs
      className="person-tabs"
      keepMounted={false}
      value={open}
      onChange={(tab) => change({ tab: tab === 'profile' ? undefined : (tab ?? undefined) })}
    >
      <Tabs.List aria-label={say('users.tabs')}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {say(`users.tab.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="profile">
        <PersonProfile person={person} viewer={viewer} />
      </Tabs.Panel>
      <Tabs.Panel value="signIns">
        <PersonSignIns person={person} />
      </Tabs.Panel>
      <Tabs.Panel value="records">
        <PersonRecords id={person.id} />
      </Tabs.Panel>
      <Tabs.Panel value="mails">
        <PersonMails id={person.id} />
      </Tabs.Panel>
      <Tabs.Panel value="consents">
        <PersonConsents id={person.id} />
      </Tabs.Panel>
    </Tabs>
  );
}
