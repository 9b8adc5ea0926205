import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { StoredUser } from '../../client/stored-session.ts';
import { may } from '../auth/rights.ts';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import { useAddressState } from '../routing/address-state.ts';
import { showsOneTenant } from '../routing/pages.ts';
import { MembershipMenu } from './membership-menu.tsx';
import { switchableOf } from './switch-to.ts';

/** Whether the page at a path shows one tenant or all, as the viewer chooses. */
export const isNarrowed = (pathname: string): boolean => may('tenants.all') && showsOneTenant(pathname);

/**
 * The tenant in which the viewer acts, and where else they may. Those who reach every tenant choose here whose people all pages show.
 */
export function TenantSwitch({ user }: { user: StoredUser | undefined }) {
  const { pathname } = useLocation();
  if (isNarrowed(pathname)) return <TenantChoice />;
  if (user && switchableOf(user).length > 0) return <MembershipMenu user={user} short={shortened(user.tenant_name)} />;
  const name = user?.tenant_name;
  return (
    <div className="frame-tenant" dir="auto" title={name}>
      <span className="frame-tenant-short" aria-hidden="true">
        {shortened(name ?? '')}
      </span>
      <span className="frame-tenant-name">{name}</span>
    </div>
  );
}

/** What the narrowest phones show of a name: a short one, else up to three capitals, of `Veslački klub Galeb (primjer)` `VKG`. */
const shortened = (name: string): string => (name.length <= LONGEST_WHOLE ? name : capitalsOf(name));

const LONGEST_WHOLE = 6;

const capitalsOf = (name: string): string =>
  name
    .split(/[\s-]+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 3)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');

function TenantChoice() {
  const { say } = useTexts();
  const [{ tenant_id = '' }, change] = useAddressState();
  const { data: tenants } = useQuery(tenantsQuery);
  const chosen = tenants?.find(({ id }) => String(id) === tenant_id);
  return (
    <div className="frame-tenant" data-choice>
      <span className="frame-tenant-short" aria-hidden="true">
        {chosen ? shortened(chosen.name) : say('nav.tenant.all').split(' ')[0]}
        <Icon name="menu" size={14} />
      </span>
      <select
        aria-label={say('nav.tenant.choose')}
        value={tenants ? tenant_id : ''}
        onChange={(event) => change({ tenant_id: event.currentTarget.value })}
      >
        <option value="">{say('nav.tenant.all')}</option>
        {tenants?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="menu" size={14} />
    </div>
  );
}
