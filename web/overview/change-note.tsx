import type { Stats } from '../../client/wire-types.ts';
import { amount } from '../parts/amounts.ts';
import { Icon } from '../parts/icons.tsx';
import { useTexts } from '../texts/texts.ts';

/** Below this many a percentage says less than the number itself; so does one that would be written as nothing. */
const FEW = 20;
const SMALLEST = 0.005;

/** How thirty days stand against the thirty before, in words; whether more is better is for the reader to say. */
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
