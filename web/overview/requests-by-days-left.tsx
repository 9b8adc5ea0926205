import type { Stats } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { BarList } from './bar-list.tsx';

/** Pending erasure requests, soonest first. */
export function RequestsByDaysLeft({ erasures }: { erasures: NonNullable<Stats['erasures']> }) {
  const { say } = useTexts();
  const { overdue, within_7_days, within_30_days, later, held, failed } = erasures;
  const filter = { status: 'pending' };
  return (
    <Section title={say('overview.requests.title')}>
      {erasures.pending + failed === 0 ? (
        <p className="quiet">{say('overview.requests.none')}</p>
      ) : (
        <BarList
          to={PAGE_PATHS.privacy}
          bars={[
            { label: say('overview.requests.overdue'), count: overdue, filter, urgent: true },
            { label: say('overview.requests.week'), count: within_7_days, filter, urgent: true },
            { label: say('overview.requests.month'), count: within_30_days, filter },
            { label: say('overview.requests.later'), count: later, filter },
            { label: say('overview.requests.held'), count: held, filter, faint: true },
            ...(failed > 0
              ? [{ label: say('overview.requests.failed'), count: failed, filter: { status: 'failed' }, urgent: true }]
              : []),
          ]}
        />
      )}
    </Section>
  );
}
