import type { IdentityProviderTest } from '../../client/wire-types.ts';
import { Notice } from '../components/connection/notice.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';

const CHECKS = ['discovery', 'keys', 'client'] as const;

/** What a test of the connection found, each thing with a word. */
export function ProviderTest({ outcome: { ok, checks } }: { outcome: IdentityProviderTest }) {
  const { say } = useTexts();
  return (
    <div className="provider-test">
      <Notice kind={ok ? 'done' : 'problem'}>
        <strong>{say(ok ? 'providers.check.all' : 'providers.check.problem')}</strong>
        <ul>
          {CHECKS.map((check) => {
            const found = checks.find((one) => one.check === check);
            const icon = found === undefined ? 'minus' : found.ok ? 'done' : 'warning';
            return (
              <li key={check}>
                <Icon name={icon} size={18} />
                <span>
                  {say(`providers.check.${check}`)}
                  {': '}
                  {found === undefined && say('providers.check.skipped')}
                  {found?.ok && say('providers.check.fine')}
                  {found?.problem && say(`providers.problem.${found.problem}`)}
                </span>
              </li>
            );
          })}
        </ul>
      </Notice>
    </div>
  );
}
