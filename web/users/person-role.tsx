import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { StoredUser } from '../../client/stored-session.ts';
import type { ManagedUser, Role } from '../../client/wire-types.ts';
import { ReadyButton } from '../components/form/ready-button.tsx';
import { useTexts } from '../i18n/texts.ts';
import { personActs } from './person-acts.ts';
import { useActing } from './use-acting.ts';

interface PersonRoleProps {
  readonly person: ManagedUser;
  readonly viewer: StoredUser;
}

/** The role and what it allows. A select alone would grant roles to whoever moves through it with the arrow keys. */
export function PersonRole({ person, viewer }: PersonRoleProps) {
  const { say } = useTexts();
  const { act, busyWith } = useActing();
  const [wanted, setWanted] = useState<Role>();
  const role = wanted ?? person.role;
  const give = () => {
    act(personActs(person, say).setRole(role));
    setWanted(undefined);
  };
  return (
    <section className="person-part" aria-label={say('users.column.role')}>
      <h3>{say('users.column.role')}</h3>
      <div className="role-choice">
        <NativeSelect
          size="md"
          aria-label={say('users.role.choose')}
          description={say(`users.role.${role}`)}
          inputWrapperOrder={['input', 'description']}
          value={role}
          onChange={(event) => setWanted(event.currentTarget.value as Role)}
          data={viewer.grantable_roles.map((value) => ({ value, label: say(`role.${value}`) }))}
        />
        <ReadyButton
          variant={role === person.role ? 'default' : 'filled'}
          size="md"
          ready={role !== person.role}
          loading={busyWith === 'role'}
          onClick={give}
        >
          {say('users.role.give')}
        </ReadyButton>
      </div>
    </section>
  );
}
