import { Button } from '@mantine/core';
import type { StoredUser } from '../../client/stored-session.ts';
import type { ManagedUser } from '../../client/wire-types.ts';
import { TYPED_FIELDS } from '../../src/accounts/users/person-form.ts';
import { may } from '../auth/rights.ts';
import { Notice } from '../components/connection/notice.tsx';
import { InDrawerFoot } from '../components/drawer/drawer-foot.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { fully, onDay, recently } from '../components/frame/times.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { personActs } from '../people/person-acts.ts';
import { useActing } from '../people/use-acting.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { PersonAccess } from './person-access.tsx';
import { PersonEdit } from './person-edit.tsx';
import { PersonMemberships } from './person-memberships.tsx';
import { PersonEnds, PersonRole } from './person-role.tsx';
import { isSharedPerson, SharedEnds, SharedNotice } from './shared-person.tsx';

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
  const isShared = isSharedPerson(person);
  return (
    <div className="person-parts">
      <PersonStanding person={person} />
      {isShared && <SharedNotice />}
      <PersonFacts person={person} whole={!edits} />
      {edits && <PersonEdit person={person} />}
      {actions.includes('set_role') && <PersonRole person={person} viewer={viewer} />}
      {actions.includes('set_role') && <PersonMemberships person={person} />}
      {edits && <PersonAccess person={person} />}
      {isShared ? <SharedEnds person={person} /> : <PersonEnds person={person} />}
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

/** What the heading does not show. */
const BESIDE_NAME = TYPED_FIELDS.filter((name) => name !== 'ime' && name !== 'prezime' && name !== 'email');

/** Read-only facts; `whole` for those who cannot edit the rest. */
function PersonFacts({ person, whole }: { person: ManagedUser; whole: boolean }) {
  const { say, language } = useTexts();
  const { last_login_at: seen, created_at: since } = person;
  const facts: readonly (readonly [string, string, string?])[] = [
    [
      say('column.lastSignIn'),
      seen === null ? say('users.never') : recently(seen, say, language),
      ...(seen === null ? [] : [fully(seen, language)]),
    ] as [string, string, string?],
    [say('users.fact.since'), onDay(since, language), fully(since, language)],
    [say('users.fact.email'), say(person.email_verified ? 'users.fact.confirmed' : 'users.fact.unconfirmed')],
    [say('column.twoFactor'), say(person.two_factor_enabled ? 'users.twoFactor.on' : 'users.twoFactor.off')],
    ...(whole
      ? ([
          ...BESIDE_NAME.map((name) => [say(`users.field.${name}`), person[name] || '–'] as const),
          [say('users.field.preferred_language'), person.preferred_language === 'en' ? 'English' : 'Hrvatski'],
        ] as const)
      : []),
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value, title]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={title}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What keeps the person from signing in, and the button that ends it. */
function PersonStanding({ person }: { person: ManagedUser }) {
  const { say, language } = useTexts();
  const { act, busyWith } = useActing();
  const acts = personActs(person, say);
  const obstacle = obstacleOf(person);
  if (obstacle === undefined || !person.actions.includes(obstacle.act)) return null;
  const until = person.locked_until === null ? '' : fully(person.locked_until, language);
  return (
    <section
      className="standing notice"
      data-kind="warning"
      data-landing
      tabIndex={-1}
      aria-label={say('column.status')}
    >
      <Icon name="warning" />
      <p>{say(`users.standing.${obstacle.why}`, { until })}</p>
      <InDrawerFoot>
        <Button loading={busyWith === obstacle.act} onClick={() => act(acts[obstacle.act]())}>
          {say(`users.act.${obstacle.act}`)}
        </Button>
      </InDrawerFoot>
    </section>
  );
}

function obstacleOf({ status, locked_until }: ManagedUser) {
  if (status === 'deleted') return { why: 'deleted', act: 'restore' } as const;
  if (status === 'suspended') return { why: 'suspended', act: 'unsuspend' } as const;
  return locked_until === null ? undefined : ({ why: 'locked', act: 'unlock' } as const);
}
