import { CloseButton, Drawer, Skeleton } from '@mantine/core';
import { may } from '../auth/rights.ts';
import { ButtonLink } from '../components/table/page-links.tsx';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { User } from '../../client/wire-types.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { isTopmostDialog, useFocusBack } from '../components/focus/focus-back.ts';
import { Icon } from '../components/frame/icons.tsx';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import { RoleName, StatusPill } from '../components/person/role-words.tsx';
import { useTexts } from '../i18n/texts.ts';
import { nameOf, personQuery } from '../people/people-queries.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { ContactLinks, MailLink, PhoneLink } from './contact-links.tsx';
import { PersonTimeline } from './person-timeline.tsx';

interface PersonPanelProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** A person beside the directory: contact details and recent activity. */
export function PersonPanel({ id, onClose }: PersonPanelProps) {
  const { say } = useTexts();
  const onPhone = useMediaQuery('(max-width: 48em)');
  useFocusBack();
  const { data: person, error } = useQuery(personQuery(id));
  return (
    <Drawer.Root
      opened
      onClose={() => isTopmostDialog() && onClose()}
      position="right"
      size={onPhone ? '100%' : 440}
      returnFocus={false}
      transitionProps={{ duration: onPhone ? 0 : 120 }}
    >
      <Drawer.Overlay backgroundOpacity={0.28} />
      <Drawer.Content aria-label={person ? nameOf(person) : say('directory.person')}>
        <div className="panel-head">
          <CloseButton size="lg" aria-label={say('app.close')} onClick={onClose} data-autofocus />
        </div>
        <Drawer.Body>
          {error && <ProblemNotice error={error} />}
          {person ? <Whole person={person} /> : !error && <Skeleton height={240} radius="md" />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Whole({ person }: { person: User }) {
  const { say } = useTexts();
  return (
    <div className="panel">
      <div className="panel-person">
        <PersonAvatar person={person} size={72} />
        <h2 dir="auto">{nameOf(person)}</h2>
        <p className="person-marks">
          <span className="pill">
            <RoleName role={person.role} />
          </span>
          <StatusPill status={person.status} invitation={person.invitation} />
        </p>
        <ContactLinks person={person} words />
      </div>
      <dl className="panel-facts">
        <dt>{say('directory.column.phone')}</dt>
        <dd>
          <PhoneLink person={person} />
        </dd>
        <dt>{say('directory.column.mail')}</dt>
        <dd>
          <MailLink person={person} />
        </dd>
        <dt>{say('directory.tenant')}</dt>
        <dd dir="auto">{person.tenant_name}</dd>
      </dl>
      <section aria-label={say('directory.timeline')}>
        <h3>{say('directory.timeline')}</h3>
        <PersonTimeline person={person} />
      </section>
      {may('people.manage') && (
        <ButtonLink
          to={PAGE_PATHS.users}
          search={{ open: String(person.id) }}
          variant="default"
          leftSection={<Icon name="accounts" size={18} />}
        >
          {say('directory.manage')}
        </ButtonLink>
      )}
    </div>
  );
}
