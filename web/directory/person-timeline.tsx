import { Button } from '@mantine/core';
import type { AuditItem, User } from '../../client/wire-types.ts';
import { auditSentence, capitalised } from '../audit-sentences/audit-sentence.ts';
import { may } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { fully, recently } from '../components/frame/times.ts';
import { useList } from '../components/table/use-list.ts';
import { useTexts } from '../i18n/texts.ts';

interface Moment {
  readonly key: string | number;
  readonly at: string;
  readonly text: string;
  readonly words?: string;
}

/** Recent activity: from the log for those who may read it, otherwise only when the account was created and last used. */
export const PersonTimeline = ({ person }: { person: User }) =>
  may('audit.read') ? <Recorded person={person} /> : <Known person={person} />;

const PAGE = 20;
/** Adds nothing to the sign-in before it, or only says that somebody looked. */
const NOISE: readonly string[] = ['auth.refresh', 'logout', 'user.read'];

function Recorded({ person }: { person: User }) {
  const { say } = useTexts();
  const { items, query } = useList<AuditItem>(['person-part', person.id, 'timeline'], (cursor, signal) =>
    service.audit.list({ user_id: person.id, limit: PAGE, ...(cursor ? { cursor } : {}) }, signal),
  );
  const moments = items.flatMap((record) => {
    if (NOISE.includes(record.action)) return [];
    const { act, actor, note } = auditSentence(record, say);
    const words = [record.actor_id === person.id ? '' : actor, note].filter(Boolean).join(' · ');
    return [{ key: record.id, at: record.at, text: capitalised(act), ...(words ? { words } : {}) }];
  });
  if (query.isError) return <ProblemNotice error={query.error} />;
  return (
    <>
      <Moments moments={moments} />
      {query.isSuccess && moments.length === 0 && <p className="hint">{say('directory.timeline.none')}</p>}
      {query.hasNextPage && (
        <Button
          variant="subtle"
          size="sm"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {say('list.more')}
        </Button>
      )}
    </>
  );
}

function Known({ person: { created_at, last_login_at } }: { person: User }) {
  const { say } = useTexts();
  const joined = { key: 'joined', at: created_at, text: say('directory.timeline.joined') };
  const seen = last_login_at && { key: 'seen', at: last_login_at, text: say('directory.timeline.seen') };
  return <Moments moments={seen ? [seen, joined] : [joined]} />;
}

function Moments({ moments }: { moments: readonly Moment[] }) {
  const { say, language } = useTexts();
  return (
    <ol className="timeline">
      {moments.map(({ key, at, text, words }) => (
        <li key={key}>
          <span>{text}</span>
          {words && <small dir="auto">{words}</small>}
          <time dateTime={at} title={fully(at, language)}>
            {recently(at, say, language)}
          </time>
        </li>
      ))}
    </ol>
  );
}
