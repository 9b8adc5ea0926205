import { service } from '../auth/service.ts';
import { fully } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { OwnerQuestion } from './owner-question.tsx';

/** Behind the link of a mail about a new browser. */
export function NewDevicePage() {
  const { say, language } = useTexts();
  return (
    <OwnerQuestion
      name="new-device"
      show={(token) => service.open.call('GET /login/new-device', { token })}
      use={(token) => service.open.call('POST /login/new-device', { token })}
      title={say('newDevice.title')}
      wordsOf={({ email, at, browser, os, ip }) => ({
        title: say('newDevice.title'),
        text: say('newDevice.text'),
        facts: [
          [say('newDevice.account'), email],
          [say('newDevice.when'), fully(at, language)],
          [say('newDevice.browser'), [browser, os].filter(Boolean).join(' · ') || say('newDevice.unknown')],
          [say('newDevice.network'), ip],
        ],
        use: say('newDevice.disown'),
        wasMe: say('newDevice.wasMe'),
        done: say('newDevice.ended'),
      })}
    />
  );
}
