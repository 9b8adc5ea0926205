import type { ManagedUser } from '../../client/wire-types.ts';
import { fully, onDay, recently } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';

/** Read-only facts; `whole` for those who cannot edit the rest. */
export function PersonFacts({ person, whole }: { person: ManagedUser; whole: boolean }) {
  const { say, language } = useTexts();
  const { last_login_at: seen, created_at: since } = person;
  const facts: readonly (readonly [string, string, string?])[] = [
    [
      say('users.column.lastSignIn'),
      seen === null ? say('users.never') : recently(seen, say, language),
      ...(seen === null ? [] : [fully(seen, language)]),
    ] as [string, string, string?],
    [say('users.fact.since'), onDay(since, language), fully(since, language)],
    [say('users.fact.email'), say(person.email_verified ? 'users.fact.confirmed' : 'users.fact.unconfirmed')],
    [say('users.column.twoFactor'), say(person.two_factor_enabled ? 'users.twoFactor.on' : 'users.twoFactor.off')],
    ...(whole
      ? ([
          [say('users.field.telefon'), person.telefon || '–'],
          [say('users.field.oib'), person.oib || '–'],
          [say('users.field.preferred_language'), person.preferred_language === 'en' ? 'English' : 'Hrvatski'],
        ] as const)
      : []),
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value, title]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={title}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
