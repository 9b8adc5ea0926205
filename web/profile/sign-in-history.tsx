import type { Item } from '../../client/route-types.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { fully, recently } from '../components/frame/times.ts';
import { ListFoot } from '../components/table/list-foot.tsx';
import { useList } from '../components/table/use-list.ts';
import { useTexts } from '../i18n/texts.ts';
import { DeviceIcon, deviceName } from './device-words.tsx';

const A_PAGE = 10;

/** Every sign-in as far back as the log goes, so that a strange one is noticed even after it has ended. */
export function SignInHistory() {
  const { say } = useTexts();
  const history = useList(['me', 'sign-in-history'], (cursor) =>
    service.call('GET /api/users/me/sign-in-history', { limit: A_PAGE, cursor }),
  );
  const { query, items } = history;
  return (
    <Section title={say('profile.history')} text={say('profile.history.text')}>
      {query.isError && <ProblemNotice error={query.error} />}
      {items.map((signIn) => (
        <HistoryRow key={signIn.id} signIn={signIn} />
      ))}
      <ListFoot list={history} />
    </Section>
  );
}

function HistoryRow({ signIn }: { signIn: Item<'GET /api/users/me/sign-in-history'> }) {
  const { say, language } = useTexts();
  const { at, way, ip } = signIn;
  return (
    <div className="row wordy">
      <div className="device-row">
        <DeviceIcon device={signIn.device} />
        <div>
          <strong>{deviceName(signIn, say)}</strong>
          <p className="hint">{[say(`profile.history.${way}`), ip].filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      <time className="hint firm" dateTime={at} title={fully(at, language)}>
        {recently(at, say, language)}
      </time>
    </div>
  );
}
