import { useTexts } from '../i18n/texts.ts';
import { Icon } from './icons.tsx';
import { useOnline } from './online.ts';

/** On pages that ask nothing by themselves: there is no network. */
export function OfflineBar() {
  const { say } = useTexts();
  if (useOnline()) return null;
  return (
    <div className="trouble-bar" role="status">
      <Icon name="warning" />
      <p>{say('trouble.offline')}</p>
    </div>
  );
}
