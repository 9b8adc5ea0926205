import { Button } from '@mantine/core';
import '../styles/consent.css';
import type { Interaction } from '../../client/wire-types.ts';
import { AppLogo } from '../components/frame/app-logo.tsx';
import { useTexts } from '../i18n/texts.ts';

interface ConsentQuestionProps {
  readonly waiting: Interaction;
  readonly person: string;
  readonly busy: boolean;
  readonly onAllow: () => void;
}

/** What the application wants to read, shown before it gets anything. */
export function ConsentQuestion({ waiting, person, busy, onAllow }: ConsentQuestionProps) {
  const { say } = useTexts();
  const { application, scopes, oib_ground: ground, place } = waiting;
  return (
    <>
      <div>
        <AppLogo url={application.logo_url} />
        <p className="lead">{say('applications.enter.asks', { name: application.name })}</p>
        <ul className="scopes">
          {scopes.map((scope) => (
            <li key={scope}>{say(`applications.scope.${scope}`)}</li>
          ))}
        </ul>
        {ground && <p dir="auto">{say('applications.enter.oib', { ground })}</p>}
        {place && <p className="hint">{say('applications.enter.place', { place })}</p>}
      </div>
      <p className="hint">{say('applications.enter.withdraw')}</p>
      <p className="hint" dir="auto">
        {say('applications.enter.as', { person })}
      </p>
      <Button size="md" fullWidth loading={busy} onClick={onAllow}>
        {say('applications.enter.allow')}
      </Button>
    </>
  );
}
