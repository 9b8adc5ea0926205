import { Button, CloseButton, Drawer, Skeleton } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '../../client/wire-types.ts';
import { PAGE_PATHS } from '../page-paths.ts';
import { isTopmostDialog, useFocusBack } from '../parts/focus-back.ts';
import { Icon } from '../parts/icons.tsx';
import { ProblemNotice } from '../parts/notice.tsx';
import { PersonAvatar } from '../parts/person-avatar.tsx';
import { RoleName, StatusPill } from '../parts/role-words.tsx';
import { useTexts } from '../texts/texts.ts';
import { nameOf, personQuery } from '../users/people-queries.ts';
import { ContactLinks, MailLink, PhoneLink } from './contact-links.tsx';
import { PersonTimeline } from './person-timeline.tsx';

interface PersonPanelProps {
  readonly id: number;
  readonly tier: number;
  readonly onClose: () => void;
}

/** Somebody beside the directory: how to reach them, and what happened with them. */
export function PersonPanel({ id, tier, onClose }: PersonPanelProps) {
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
          {person ? <Whole person={person} tier={tier} /> : !error && <Skeleton height={240} radius="md" />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Whole({ person, tier }: { person: User; tier: number }) {
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
          <StatusPill status={person.status} />
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
        <PersonTimeline person={person} tier={tier} />
      </section>
      {tier <= 1 && (
        <Button
          component={Link}
          to={PAGE_PATHS.users}
          search={{ open: String(person.id) } as never}
          variant="default"
          leftSection={<Icon name="accounts" size={18} />}
        >
          {say('directory.manage')}
        </Button>
      )}
    </div>
  );
}
