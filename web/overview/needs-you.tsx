import { useQuery } from '@tanstack/react-query';
import type { Stats, Work } from '../../client/wire-types.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { recently } from '../components/frame/times.ts';
import { amount } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import { KINDS_OF_WORK, type KindOfWork, WORK, workQuery } from '../people/work.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { BarList } from './bar-list.tsx';
import { type ClubColumn, ClubTable } from './club-table.tsx';
import { ListLink } from './list-link.tsx';

/** Waiting longer than this means that something is wrong with sending. */
const LONG_MS = 30 * 60_000;

/** What waits for somebody, most costly first, each with its act; for all clubs, by club too. */
export function NeedsYou({ waitingSince }: { waitingSince: string | null }) {
  const { say } = useTexts();
  const [{ tenant_id }] = useAddressState();
  const { data: work, error } = useQuery(workQuery(tenant_id));
  const clubs = work?.tenants ?? [];
  const columns = WORK_COLUMNS.filter(({ of }) => clubs.some((club) => of(club) > 0));
  return (
    <>
      <section className="needs" aria-label={say('overview.needs')}>
        <h2>{say('overview.needs')}</h2>
        {error && <ProblemNotice error={error} />}
        {work ? <WorkList work={work} waitingSince={waitingSince} /> : !error && <div className="work-skeleton" />}
      </section>
      {clubs.length > 1 && <ClubTable title={say('overview.work.clubs')} clubs={clubs} columns={columns} />}
    </>
  );
}

function WorkList({ work, waitingSince }: { work: Work; waitingSince: string | null }) {
  const { say, language } = useTexts();
  const kinds = KINDS_OF_WORK.filter((kind) => work.waiting[kind] > 0);
  const isStuck = waitingSince !== null && Date.now() - Date.parse(waitingSince) > LONG_MS;
  if (kinds.length === 0 && !isStuck)
    return (
      <p className="work-done">
        <Icon name="done" size={18} />
        {say('overview.work.none')}
      </p>
    );
  return (
    <ul>
      {kinds.map((kind) => (
        <WorkLine key={kind} kind={kind} count={work.waiting[kind]} importId={work.import_id} />
      ))}
      {isStuck && (
        <li data-urgent="">
          <Icon name="warning" size={18} />
          <span>{say('overview.needs.mailWaits', { when: recently(waitingSince, say, language) })}</span>
          <ListLink to={PAGE_PATHS.mails} filter={{ state: 'queued' }} className="work-act">
            {say('overview.work.mails_failed.act')}
          </ListLink>
        </li>
      )}
    </ul>
  );
}

interface WorkLineProps {
  readonly kind: KindOfWork;
  readonly count: number;
  readonly importId: number | null;
}

function WorkLine({ kind, count, importId }: WorkLineProps) {
  const { say, language } = useTexts();
  const { to, filter, urgent } = WORK[kind];
  const opened = kind === 'rows_to_correct' && importId !== null ? { ...filter, import: String(importId) } : filter;
  return (
    <li data-urgent={urgent}>
      <Icon name={urgent ? 'warning' : 'clock'} size={18} />
      <span>{say(`overview.work.${kind}`, { count, number: amount(count, language) })}</span>
      <ListLink to={to} filter={opened} className="work-act">
        {say(`overview.work.${kind}.act`)}
      </ListLink>
    </li>
  );
}

type WorkOfClub = NonNullable<Work['tenants']>[number];

/** Deadlines first: whoever sorts by nothing sees the clubs in the order of what their work costs. */
const WORK_COLUMNS: readonly ClubColumn<WorkOfClub>[] = [
  {
    text: 'overview.work.column.erasures',
    of: (club) => club.erasures_overdue + club.erasures_failed + club.erasures_due,
    ...WORK.erasures_due,
  },
  { text: 'overview.work.column.ending', of: (club) => club.invitations_ending, ...WORK.invitations_ending },
  { text: 'overview.work.column.rows', of: (club) => club.rows_to_correct, ...WORK.rows_to_correct },
  { text: 'overview.work.column.mails', of: (club) => club.mails_failed, ...WORK.mails_failed },
  { text: 'overview.work.column.notInvited', of: (club) => club.not_invited, ...WORK.not_invited },
  { text: 'overview.work.column.expired', of: (club) => club.invitations_expired, ...WORK.invitations_expired },
  { text: 'overview.work.column.second', of: (club) => club.without_second_step, ...WORK.without_second_step },
];

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
