import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ManagedUser } from '../../client/wire-types.ts';
import { Notice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { InDrawerFoot } from '../components/drawer/drawer-foot.tsx';
import { useTexts } from '../i18n/texts.ts';
import { ActRow } from '../people/act-row.tsx';
import { nameOf } from '../people/people-queries.ts';
import { personActs } from '../people/person-acts.ts';
import { useActing } from '../people/use-acting.ts';

/** Whether the viewer manages only what the person is within their reach. */
export const isSharedPerson = ({ actions }: ManagedUser): boolean =>
  !actions.includes('edit') && actions.includes('set_role');

/** Why less is offered for whoever is a member beyond the viewer's reach too, and who can do the rest. */
export function SharedNotice() {
  const { say } = useTexts();
  return <Notice kind="info">{say('users.shared')}</Notice>;
}

/** What the viewer may end: the membership, never the account. */
export function SharedEnds({ person }: { person: ManagedUser }) {
  const { say } = useTexts();
  const { act, busyWith } = useActing();
  const [asked, setAsked] = useState(false);
  const acts = personActs(person, say);
  return (
    <section className="person-part person-ends" aria-label={say('users.shared.ends')}>
      <h3>{say('users.shared.ends')}</h3>
      {person.actions.includes('suspend') && (
        <InDrawerFoot>
          <Button
            variant="default"
            className="act-suspend"
            title={say('users.shared.suspend.text')}
            loading={busyWith === 'suspend'}
            onClick={() => act(acts.suspend())}
          >
            {say('users.shared.suspend')}
          </Button>
        </InDrawerFoot>
      )}
      {person.actions.includes('delete') && (
        <ActRow
          title={say('users.shared.end')}
          text={say('users.shared.end.text')}
          verb={say('users.shared.end')}
          danger
          busy={busyWith === 'remove'}
          onAct={() => setAsked(true)}
        />
      )}
      {asked && (
        <QuestionDialog
          title={say('users.shared.end.title', { name: nameOf(person) })}
          confirm={say('users.shared.end')}
          danger
          onConfirm={() => {
            setAsked(false);
            act(acts.endMembership());
          }}
          onClose={() => setAsked(false)}
        >
          {say('users.shared.end.ask', { tenant: person.tenant_name })}
        </QuestionDialog>
      )}
    </section>
  );
}
