import { service } from '../auth/service.ts';
import { fully } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { OwnerQuestion } from './owner-question.tsx';

/** Behind the link of a mail about a change to the account: something was added to it, or its address was changed. */
export function TakeBackPage() {
  const { say, language } = useTexts();
  return (
    <OwnerQuestion
      name="take-back"
      show={(token) => service.open.call('GET /login/take-back', { token })}
      use={(token) => service.open.call('POST /login/take-back', { token })}
      title={say('takeBack.title')}
      wordsOf={({ restores_address: restores, email, at }) => ({
        title: say(restores ? 'takeBack.address.title' : 'takeBack.title'),
        text: say(restores ? 'takeBack.address.text' : 'takeBack.text'),
        facts: [
          [say(restores ? 'takeBack.address' : 'newDevice.account'), email],
          [say('newDevice.when'), fully(at, language)],
        ],
        use: say(restores ? 'takeBack.address.use' : 'takeBack.use'),
        wasMe: say(restores ? 'takeBack.address.wasMe' : 'takeBack.wasMe'),
        done: say('takeBack.done'),
      })}
    />
  );
}
