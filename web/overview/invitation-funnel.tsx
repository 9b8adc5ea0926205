import type { Stats } from '../../client/wire-types.ts';
import { Section } from '../components/section.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/page-paths.ts';
import { BarList } from './bar-list.tsx';
import { ListLink, mayOpen } from './list-link.tsx';

/** The outcome of every invitation. There is no "opened": e-mails carry no tracking. */
export function InvitationFunnel({ invitations }: { invitations: Stats['invitations'] }) {
  const { say } = useTexts();
  const bar = (state: 'used' | 'pending' | 'expired' | 'replaced' | 'cancelled') => ({
    label: say(`overview.invitations.${state}`),
    count: invitations[state],
    filter: { state },
  });
  return (
    <Section title={say('overview.invitations.title')}>
      {invitations.sent === 0 ? (
        <p className="quiet">
          {say('overview.invitations.none')}{' '}
          {mayOpen(PAGE_PATHS.imports) && (
            <ListLink to={PAGE_PATHS.users} filter={{}} className="quiet-link">
              {say('overview.invitations.first')}
            </ListLink>
          )}
        </p>
      ) : (
        <BarList
          to={PAGE_PATHS.invitations}
          of={invitations.sent}
          bars={[
            { label: say('overview.invitations.sent'), count: invitations.sent },
            bar('used'),
            bar('pending'),
            { ...bar('expired'), faint: true },
            ...(['replaced', 'cancelled'] as const)
              .filter((state) => invitations[state] > 0)
              .map((state) => ({ ...bar(state), faint: true })),
          ]}
        />
      )}
    </Section>
  );
}
