import type { ManagedConsent } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { Icon } from '../components/frame/icons.tsx';
import { fully } from '../components/frame/times.ts';
import { useList } from '../components/table/use-list.ts';
import { type TextKey, useTexts } from '../i18n/texts.ts';
import { personPartKey } from '../people/people-queries.ts';
import { PersonPartList } from './person-part-list.tsx';

/** The person's consents; read-only for everybody else. */
export function PersonConsents({ id }: { id: number }) {
  const { say } = useTexts();
  const list = useList(personPartKey(id, 'consents'), (cursor) => service.users.consents(id, cursor ? { cursor } : {}));
  return (
    <PersonPartList
      list={list}
      empty={say('users.consents.none')}
      show={(consent) => <ConsentLine key={consent.consent_id} consent={consent} />}
    />
  );
}

const KNOWN = ['necessary', 'analytics', 'marketing', 'preferences', 'functional'];

function ConsentLine({ consent }: { consent: ManagedConsent }) {
  const { say, language } = useTexts();
  const { policy_version: version, categories, recorded_at } = consent;
  return (
    <li className="part-line">
      <Icon name="privacy" size={24} />
      <div>
        <strong>{fully(recorded_at, language)}</strong>
        <p className="hint">{say('users.consents.version', { version })}</p>
        <p className="consent-words">
          {Object.entries(categories).map(([name, given]) => (
            <span key={name} className="pill" data-good={given ? '' : undefined}>
              {KNOWN.includes(name) ? say(`users.consents.${name}` as TextKey) : name}:{' '}
              {say(given ? 'users.consents.yes' : 'users.consents.no')}
            </span>
          ))}
        </p>
      </div>
    </li>
  );
}
