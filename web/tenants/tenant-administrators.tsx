import type { Tenant, User } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { recently } from '../components/frame/times.ts';
import { AnchorLink, ButtonLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { nameOf } from '../people/people-queries.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { administratorInvitation } from './administrator-invitation.ts';

interface TenantAdministratorsProps {
  readonly tenant: Tenant;
  readonly administrators: readonly User[];
}

/** The tenant's administrators, and when they last signed in. */
export function TenantAdministrators({ tenant, administrators }: TenantAdministratorsProps) {
  const { say, language } = useTexts();
  const when = ({ last_login_at }: User) =>
    last_login_at === null
      ? say('tenants.admins.never')
      : say('tenants.admins.last', { when: recently(last_login_at, say, language) });
  const none = administrators.length === 0;
  return (
    <Section title={say('tenants.admins.title')}>
      {none && <p className="quiet-line">{say('tenants.admins.none')}</p>}
      <ul className="place-list">
        {administrators.map((person) => (
          <li key={person.id}>
            <AnchorLink
              to={PAGE_PATHS.users}
              search={{ tenant_id: String(tenant.id), role: 'admin', open: String(person.id) }}
              dir="auto"
            >
              {nameOf(person)}
            </AnchorLink>
            <span className="hint-line">{when(person)}</span>
          </li>
        ))}
      </ul>
      <ButtonLink {...administratorInvitation(tenant)} variant="default">
        {say(none ? 'tenants.admins.invite' : 'tenants.admins.another')}
      </ButtonLink>
    </Section>
  );
}
