import '../styles/people-views.css';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

/** The same people as a list or as cards; what both can be narrowed by stays. */
export function PeopleViews() {
  const { say } = useTexts();
  const [{ q, role, tenant_id }] = useAddressState();
  const search = { q, role, tenant_id };
  const linkProps = { activeOptions: { includeSearch: false }, search } as const;
  return (
    <nav className="people-views" aria-label={say('people.views')}>
      <Link to={PAGE_PATHS.users} {...linkProps}>
        {say('people.views.list')}
      </Link>
      <Link to={PAGE_PATHS.directory} {...linkProps}>
        {say('people.views.cards')}
      </Link>
    </nav>
  );
}
