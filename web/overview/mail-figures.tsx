import type { Stats } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { fully } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { BarList } from './bar-list.tsx';

/** Whether e-mail is going out, and how much. */
export function MailFigures({ stats: { mails, mail_waiting_since } }: { stats: Stats }) {
  const { say, language } = useTexts();
  const of = (state: string) => mails[state] ?? 0;
  const waiting = of('queued') + of('sending');
  const isBad = of('failed') > 0;
  return (
    <Section title={say('overview.mails.title')}>
      {Object.keys(mails).length === 0 ? (
        <p className="quiet">{say('overview.mails.none')}</p>
      ) : (
        <>
          <p className="health" data-bad={isBad || undefined}>
            <Icon name={isBad ? 'warning' : mail_waiting_since ? 'info' : 'done'} size={18} />
            {isBad
              ? say('overview.mails.bad')
              : mail_waiting_since
                ? say('overview.mails.since', { when: fully(mail_waiting_since, language) })
                : say('overview.mails.good')}
          </p>
          <BarList
            to={PAGE_PATHS.mails}
            bars={[
              { label: say('mails.state.sent'), count: of('sent'), filter: { state: 'sent' } },
              { label: say('mails.state.queued'), count: waiting, filter: { state: 'queued' } },
              { label: say('mails.state.failed'), count: of('failed'), filter: { state: 'failed' }, urgent: true },
            ]}
          />
        </>
      )}
    </Section>
  );
}
