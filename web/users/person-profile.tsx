import type { StoredUser } from '../../client/stored-session.ts';
import type { ManagedUser } from '../../client/wire-types.ts';
import { may } from '../auth/rights.ts';
import { Notice } from '../components/connection/notice.tsx';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { PersonAccess } from './person-access.tsx';
import { PersonEdit } from './person-edit.tsx';
import { PersonEnds } from './person-ends.tsx';
import { PersonFacts } from './person-facts.tsx';
import { PersonRole } from './person-role.tsx';
import { PersonStanding } from './person-standing.tsx';

interface PersonProfileProps {
  readonly person: ManagedUser;
  readonly viewer: StoredUser;
}

/** Details and actions; read-only for those who may not act. */
export function PersonProfile({ person, viewer }: PersonProfileProps) {
  const { actions } = person;
  if (actions.length === 0)
    return (
      <div className="person-parts">
        <WhyNot person={person} viewer={viewer} />
        <PersonFacts person={person} whole />
      </div>
    );
  const edits = actions.includes('edit');
  return (
    <div className="person-parts">
      <PersonStanding person={person} />
      <PersonFacts person={person} whole={!edits} />
      {edits && <PersonEdit person={person} />}
      {actions.includes('set_role') && <PersonRole person={person} viewer={viewer} />}
      {edits && <PersonAccess person={person} />}
      <PersonEnds person={person} />
    </div>
  );
}

function WhyNot({ person, viewer }: PersonProfileProps) {
  const { say } = useTexts();
  if (person.id === viewer.id)
    return (
      <Notice kind="info">
        {say('users.own')}{' '}
        <AnchorLink to={PAGE_PATHS.profile} underline="always">
          {say('nav.profile')}
        </AnchorLink>
      </Notice>
    );
  return may('people.manage') ? <Notice kind="info">{say('users.above')}</Notice> : null;
}
