import '../styles/mails.css';
import type { MailState } from '../../src/platform/mail/mail.ts';
import { useTexts } from '../i18n/texts.ts';

export function MailStatePill({ state }: { state: MailState }) {
  const { say } = useTexts();
  return (
    <span className="pill mail-state" data-state={state}>
      {say(`mails.state.${state}`)}
    </span>
  );
}
