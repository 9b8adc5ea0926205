import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { meQuery } from '../auth/me-query.ts';
import { Icon } from '../components/frame/icons.tsx';
import { onDay } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { dataCheckOf } from '../people/data-check.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

/** Whoever starts on the overview is asked once a year whether their own data are right, too: members are on their own page. */
export function OwnDataCheck() {
  const { say, language } = useTexts();
  const { data: me } = useQuery(meQuery);
  if (me === undefined || me.must_change_pwd) return null;
  const check = dataCheckOf(me);
  if (check === 'fresh') return null;
  const when = me.checked_at === null ? '' : onDay(me.checked_at, language);
  return (
    <section className="needs" aria-label={say('overview.own')}>
      <ul>
        <li>
          <Icon name="accounts" size={18} />
          <span>{say(`overview.own.${check}`, { when })}</span>
          <Link to={PAGE_PATHS.profile} search={{ tab: 'podaci' }} className="list-link work-act">
            {say('overview.own.act')}
          </Link>
        </li>
      </ul>
    </section>
  );
}
