import { useTexts } from '../../i18n/texts.ts';
import { Icon } from '../frame/icons.tsx';
import { useOnline } from './online.ts';

/** Shown without a network, on pages that make no requests by themselves. */
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
