import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { StoredUser } from '../../client/stored-session.ts';
import type { ManagedUser, Role } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { ReadyButton } from '../components/form/ready-button.tsx';
import { saveFile } from '../components/table/save-file.ts';
import { useTexts } from '../i18n/texts.ts';
import { ActRow } from '../people/act-row.tsx';
import { nameOf } from '../people/people-queries.ts';
import { personActs } from '../people/person-acts.ts';
import { useActing } from '../people/use-acting.ts';

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
    <section className="person-part" aria-label={say('column.role')}>
      <h3>{say('column.role')}</h3>
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

/** What the person may request as of right, and deletion of the account. */
export function PersonEnds({ person }: { person: ManagedUser }) {
  const { say, language } = useTexts();
  const { act, busyWith } = useActing();
  const exporting = useMutation({
    mutationFn: () => service.file('GET /api/admin/gdpr/users/{id}/export', person.id),
    onSuccess: (file) => {
      saveFile(file, `gdpr-export-${person.id}-${new Date().toISOString().slice(0, 10)}.json`);
      sayDone(say('users.did.export', { name: nameOf(person) }));
    },
    onError: (error) => sayRefused(error, say, language),
  });
  return (
    <section className="person-part person-ends" aria-label={say('users.ends')}>
      <h3>{say('users.ends')}</h3>
      <ActRow
        title={say('users.ends.export')}
        text={say('users.ends.export.text')}
        verb={say('users.act.export')}
        busy={exporting.isPending}
        onAct={() => exporting.mutate()}
      />
      {person.actions.includes('delete') && (
        <ActRow
          title={say('users.ends.remove')}
          text={say('users.ends.remove.text')}
          verb={say('users.act.remove')}
          danger
          busy={busyWith === 'remove'}
          onAct={() => act(personActs(person, say).remove())}
        />
      )}
    </section>
  );
}
