import type { CSSProperties, ReactNode } from 'react';
import type { Stats } from '../../client/wire-types.ts';
import { Icon } from '../components/frame/icons.tsx';
import { soon } from '../components/frame/times.ts';
import { amount, share } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS, type PagePath, type PageSearch } from '../routing/pages.ts';
import { ListLink } from './list-link.tsx';

const dayOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** Five figures with their change, each linked to its list. */
export function Figures({ stats }: { stats: Stats }) {
  const { say, language } = useTexts();
  const { users, trend, two_factor: secured, erasures } = stats;
  const from = stats.sign_ins[0]?.day ?? dayOf(29);
  return (
    <section className="figures" aria-label={say('overview.figures')}>
      <Figure label={say('overview.people')} to={PAGE_PATHS.users} value={amount(users.total, language)}>
        {say('overview.people.new', { count: trend.joined.last })}
      </Figure>
      <Figure
        label={say('overview.signedIn')}
        to={PAGE_PATHS.audit}
        filter={{ action: 'login.ok', from }}
        value={amount(trend.signed_in.last, language)}
      >
        <ChangeNote change={trend.signed_in} />
      </Figure>
      <Figure
        label={say('overview.failed')}
        to={PAGE_PATHS.audit}
        filter={{ action: 'login.fail', from }}
        value={amount(trend.failed.last, language)}
      >
        <ChangeNote change={trend.failed} />
      </Figure>
      <Figure
        label={say('overview.secured')}
        to={PAGE_PATHS.users}
        filter={{ status: 'active' }}
        value={share(secured.enabled, secured.of, language)}
        part={secured.of === 0 ? 0 : secured.enabled / secured.of}
      >
        {say('overview.secured.of', { enabled: amount(secured.enabled, language), of: amount(secured.of, language) })}
        {trend.secured.last !== 0 && (
          <>
            <br />
            {say(trend.secured.last > 0 ? 'overview.secured.on' : 'overview.secured.off', {
              count: Math.abs(trend.secured.last),
            })}
          </>
        )}
      </Figure>
      {erasures ? (
        <Figure
          label={say('overview.erasures')}
          to={PAGE_PATHS.privacy}
          filter={{ status: 'pending' }}
          value={amount(erasures.pending, language)}
          urgent={erasures.overdue + erasures.within_7_days > 0}
        >
          {erasures.next_due_at
            ? say(erasures.overdue > 0 ? 'overview.erasures.late' : 'overview.erasures.next', {
                when: soon(erasures.next_due_at, say, language),
              })
            : say('overview.erasures.none')}
        </Figure>
      ) : (
        <Figure
          label={say('overview.joined')}
          to={PAGE_PATHS.users}
          filter={{ sort: '-created' }}
          value={amount(trend.joined.last, language)}
        >
          <ChangeNote change={trend.joined} />
        </Figure>
      )}
    </section>
  );
}

/** Below this, a percentage says less than the number itself; so does one that rounds to zero. */
const FEW = 20;
const SMALLEST = 0.005;

/** The change against the previous thirty days, in words and without judging whether more is better. */
function ChangeNote({ change: { last, before } }: { change: Stats['trend']['joined'] }) {
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

interface FigureProps<Path extends PagePath> {
  readonly label: string;
  readonly value: string;
  readonly to: Path;
  readonly filter?: PageSearch<Path>;
  /** Between 0 and 1, drawn as a bar below the figure. */
  readonly part?: number;
  /** A deadline is near. */
  readonly urgent?: boolean;
  readonly children: ReactNode;
}

const Figure = <Path extends PagePath>({
  label,
  value,
  to,
  filter,
  part,
  urgent = false,
  children,
}: FigureProps<Path>) => (
  <ListLink to={to} className="figure" filter={filter}>
    <span className="figure-label">{label}</span>
    <strong className="figure-value" data-urgent={urgent || undefined}>
      {value}
    </strong>
    {part !== undefined && (
      <span className="part" aria-hidden="true">
        <span style={{ '--part': part } as CSSProperties} />
      </span>
    )}
    <span className="figure-note">{children}</span>
  </ListLink>
);
