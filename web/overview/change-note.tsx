import type { Stats } from '../../client/wire-types.ts';
import { Icon } from '../components/frame/icons.tsx';
import { amount } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';

/** Below this, a percentage says less than the number itself; so does one that rounds to zero. */
const FEW = 20;
const SMALLEST = 0.005;

/** The change against the previous thirty days, in words and without judging whether more is better. */
export function ChangeNote({ change: { last, before } }: { change: Stats['trend']['joined'] }) {
  const { say, language } = useTexts();
  if (before === null) return say('overview.change.unknown');
  const more = last - before;
  if (more === 0) return say('overview.change.same');
  const told =
    before < FEW || Math.abs(more) / before < SMALLEST
      ? amount(Math.abs(more), language)
      : new Intl.NumberFormat(language, { style: 'percent' }).format(Math.abs(more) / before);
  return (
    <>
      <Icon name={more > 0 ? 'up' : 'down'} size={14} />
      {say(more > 0 ? 'overview.change.more' : 'overview.change.less', { amount: told })}
    </>
  );
}
