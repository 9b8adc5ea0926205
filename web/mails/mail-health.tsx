import { useQuery } from '@tanstack/react-query';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { recently } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';

const LOOK_EVERY_MS = 15_000;
/** An e-mail waiting longer than this is not merely on its way. */
const LATE_AFTER_MS = 10 * 60_000;

/** The state of the outbox in one line, and what needs attention. */
export function MailHealth({ onShow }: { onShow: (state: MailFilter) => void }) {
  const { say, language } = useTexts();
  const health = useQuery({
    queryKey: ['mail-health'],
    queryFn: () => service.call('GET /api/admin/mails/health'),
    refetchInterval: LOOK_EVERY_MS,
  });
  if (health.isError) return <ProblemNotice error={health.error} />;
  if (!health.data) return <div className="mail-health" aria-hidden="true" />;
  const { waiting, waiting_since, parked } = health.data;
  const since = waiting_since === null ? '' : recently(waiting_since, say, language);
  const late = waiting_since !== null && Date.now() - Date.parse(waiting_since) > LATE_AFTER_MS;
  return (
    <div className="mail-health" role="status">
      {waiting === 0 && parked === 0 && (
        <p className="mail-good">
          <Icon name="done" /> {say('mails.health.good')}
        </p>
      )}
      {waiting > 0 && (
        <button type="button" data-late={late || undefined} onClick={() => onShow('queued')}>
          <Icon name={late ? 'warning' : 'clock'} />
          <span className="mail-health-words">
            <strong>{say('mails.health.waiting', { count: waiting })}</strong>
            <small>{say('mails.health.oldest', { when: since })}</small>
          </span>
        </button>
      )}
      {parked > 0 && (
        <button type="button" data-late onClick={() => onShow('failed')}>
          <Icon name="warning" />
          <span className="mail-health-words">
            <strong>{say('mails.health.parked', { count: parked })}</strong>
            <small>{say('mails.health.parkedText')}</small>
          </span>
        </button>
      )}
    </div>
  );
}

/** Filterable states; `sending` lasts only for a moment. */
export const MAIL_FILTERS = ['queued', 'sent', 'failed', 'cancelled'] as const;
export type MailFilter = (typeof MAIL_FILTERS)[number];
