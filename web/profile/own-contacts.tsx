import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OwnUser } from '../../client/wire-types.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { useTexts } from '../i18n/texts.ts';
import { contactsQuery } from './profile-queries.ts';

/** Whom to write to when something is wrong: the administrators of one's own federation or club. */
export function OwnContacts({ me }: { me: OwnUser }) {
  const { say } = useTexts();
  const contacts = useQuery(contactsQuery);
  return (
    <Section title={say('profile.contacts')} text={say('profile.contacts.text', { tenant: me.tenant_name })}>
      {contacts.isError && <ProblemNotice error={contacts.error} />}
      {contacts.isPending && <Skeleton height={48} radius="md" />}
      {contacts.data?.length === 0 && <p className="lead">{say('profile.contacts.none')}</p>}
      {contacts.data?.map(({ id, full_name, email }) => (
        <div key={id} className="row">
          <strong dir="auto">{full_name}</strong>
          <Anchor className="long" href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
            {email}
          </Anchor>
        </div>
      ))}
    </Section>
  );
}
