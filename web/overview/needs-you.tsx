import type { Stats } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { recently } from '../components/frame/times.ts';
import type { Language } from '../i18n/language.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS, type PageSearch } from '../routing/pages.ts';
import { BarList } from './bar-list.tsx';
import { ListLink } from './list-link.tsx';

/** Waiting longer than this means that something is wrong with sending. */
const LONG_MS = 30 * 60_000;

interface Need {
  readonly text: string;
  readonly to: typeof PAGE_PATHS.privacy | typeof PAGE_PATHS.mails;
  readonly filter: PageSearch<Need['to']>;
}

/** What needs attention; empty when all is well. */
export function NeedsYou({ stats }: { stats: Stats }) {
  const { say, language } = useTexts();
  const needs = needsOf(stats, say, language);
  if (needs.length === 0) return null;
  return (
    <section className="needs" aria-label={say('overview.needs')}>
      <h2>{say('overview.needs')}</h2>
      <ul>
        {needs.map(({ text, to, filter }) => (
          <li key={text}>
            <ListLink to={to} filter={filter}>
              <Icon name="warning" size={18} />
              {text}
            </ListLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function needsOf({ erasures, mails, mail_waiting_since }: Stats, say: Say, language: Language): Need[] {
  const needs: Need[] = [];
  const privacy = (text: string, status: string) => needs.push({ text, to: PAGE_PATHS.privacy, filter: { status } });
  const { overdue = 0, within_7_days: week = 0, failed = 0 } = erasures ?? {};
  if (overdue > 0) privacy(say('overview.needs.overdue', { count: overdue }), 'pending');
  if (week > 0) privacy(say('overview.needs.week', { count: week }), 'pending');
  if (failed > 0) privacy(say('overview.needs.erasureFailed', { count: failed }), 'failed');
  const mail = (text: string, state: string) => needs.push({ text, to: PAGE_PATHS.mails, filter: { state } });
  const { failed: unsent = 0 } = mails;
  if (unsent > 0) mail(say('overview.needs.mailFailed', { count: unsent }), 'failed');
  if (mail_waiting_since && Date.now() - Date.parse(mail_waiting_since) > LONG_MS)
    mail(say('overview.needs.mailWaits', { when: recently(mail_waiting_since, say, language) }), 'queued');
  return needs;
}

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
