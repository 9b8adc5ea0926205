import type { Stats } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { useTexts } from '../i18n/texts.ts';
import { mayOpen } from '../layout/navigation.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { BarList } from './bar-list.tsx';
import { ListLink } from './list-link.tsx';

/** How far people came who were ever invited. There is no "read the e-mail": e-mails carry no tracking. */
export function InvitationFunnel({ funnel, invitations }: Pick<Stats, 'funnel' | 'invitations'>) {
  const { say } = useTexts();
  const { pending, expired } = invitations;
  const accepted = { invitation: 'accepted' };
  if (funnel.invited === 0) return <NobodyInvited />;
  return (
    <Section title={say('overview.funnel.title')} text={say('overview.funnel.text')}>
      <BarList
        to={PAGE_PATHS.users}
        of={funnel.invited}
        bars={[
          { label: say('overview.funnel.invited'), count: funnel.invited },
          { label: say('overview.funnel.opened'), count: funnel.opened, filter: accepted },
          {
            label: say('overview.funnel.signedIn'),
            count: funnel.signed_in,
            filter: { ...accepted, signed_in: 'ever' },
          },
          { label: say('overview.funnel.secured'), count: funnel.secured },
        ]}
      />
      {pending + expired > 0 && (
        <p className="funnel-waits">
          {pending > 0 && (
            <ListLink to={PAGE_PATHS.invitations} filter={{ state: 'pending' }} className="quiet-link">
              {say('overview.funnel.wait', { count: pending })}
            </ListLink>
          )}
          {expired > 0 && (
            <ListLink to={PAGE_PATHS.invitations} filter={{ state: 'expired' }} className="quiet-link">
              {say('overview.funnel.expired', { count: expired })}
            </ListLink>
          )}
        </p>
      )}
    </Section>
  );
}

function NobodyInvited() {
  const { say } = useTexts();
  return (
    <Section title={say('overview.funnel.title')}>
      <p className="quiet">
        {say('overview.invitations.none')}{' '}
        {mayOpen(PAGE_PATHS.imports) && (
          <ListLink to={PAGE_PATHS.users} filter={{}} className="quiet-link">
            {say('overview.invitations.first')}
          </ListLink>
        )}
      </p>
    </Section>
  );
}
