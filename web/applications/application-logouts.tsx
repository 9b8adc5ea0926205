import type { Item } from '../../client/route-types.ts';
import type { Application } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { fully } from '../components/frame/times.ts';
import { ListFoot } from '../components/table/list-foot.tsx';
import { useList } from '../components/table/use-list.ts';
import { useTexts } from '../i18n/texts.ts';
import { whyNot } from './why-not.ts';

type Logout = Item<'GET /api/admin/applications/{id}/logouts'>;

/** Final states in which the application did not accept the notice. */
const WRONG: ReadonlySet<Logout['state']> = new Set(['refused', 'failed']);
const AT_ONCE = 20;
const LOOK_EVERY_MS = 15_000;

/** The logout notices sent to an application, and why some failed. */
export function ApplicationLogouts({ application }: { application: Application }) {
  const { say } = useTexts();
  const { id, backchannel_logout_uri: address } = application;
  const list = useList(
    ['application-logouts', id],
    (cursor) => service.call('GET /api/admin/applications/{id}/logouts', id, { limit: AT_ONCE, cursor }),
    { refetchEvery: LOOK_EVERY_MS },
  );
  if (address === null && list.items.length === 0) return null;
  return (
    <section aria-label={say('applications.logouts')}>
      <strong>{say('applications.logouts')}</strong>
      {list.query.isError && <ProblemNotice error={list.query.error} />}
      {list.query.isSuccess && list.items.length === 0 && <p role="status">{say('applications.logouts.none')}</p>}
      {list.items.map((logout) => (
        <LogoutRow key={logout.id} logout={logout} />
      ))}
      <ListFoot list={list} />
    </section>
  );
}

function LogoutRow({ logout }: { logout: Logout }) {
  const { say, language } = useTexts();
  const { user_name: name, state, attempts, created_at: since, last_error: error } = logout;
  return (
    <div className="row">
      <div>
        <span dir="auto">{name ?? say('applications.logouts.nobody')}</span>{' '}
        <span className="pill" data-good={state === 'delivered' || undefined} data-bad={WRONG.has(state) || undefined}>
          {say(`applications.logouts.${state}`)}
        </span>
        <p className="hint">
          <time dateTime={since}>{fully(since, language)}</time> ·{' '}
          {say('applications.logouts.tries', { count: attempts })}
          {error !== null && <> · {whyNot(error, say)}</>}
        </p>
      </div>
    </div>
  );
}
