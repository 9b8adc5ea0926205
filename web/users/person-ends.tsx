import { useMutation } from '@tanstack/react-query';
import type { ManagedUser } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { saveFile } from '../components/table/save-file.ts';
import { useTexts } from '../i18n/texts.ts';
import { ActRow } from '../people/act-row.tsx';
import { nameOf } from '../people/people-queries.ts';
import { personActs } from './person-acts.ts';
import { useActing } from './use-acting.ts';

/** What the person may request as of right, and deletion of the account. */
export function PersonEnds({ person }: { person: ManagedUser }) {
  const { say, language } = useTexts();
  const { act, busyWith } = useActing();
  const exporting = useMutation({
    mutationFn: () => service.users.exportOf(person.id),
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
