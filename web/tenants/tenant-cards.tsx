import type { Stats, Tenant, User } from '../../client/wire-types.ts';
import { grantableIn } from '../auth/rights.ts';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { recently } from '../components/frame/times.ts';
import { AnchorLink, ButtonLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { nameOf } from '../people/people-queries.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { administratorInvitation } from './tenant-queries.ts';

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
      {grantableIn(tenant.id).includes('admin') && (
        <ButtonLink {...administratorInvitation(tenant)} variant="default">
          {say(none ? 'tenants.admins.invite' : 'tenants.admins.another')}
        </ButtonLink>
      )}
    </Section>
  );
}

/** What waits for somebody: mails that fail, invitations that expired, requests that are due. */
export function TenantHealth({ tenant, stats }: { tenant: Tenant; stats: Stats }) {
  const { say } = useTexts();
  const tenant_id = String(tenant.id);
  const mails = stats.mails.failed ?? 0;
  const { expired } = stats.invitations;
  const requests = (stats.erasures?.overdue ?? 0) + (stats.erasures?.within_7_days ?? 0);
  return (
    <Section title={say('tenants.health.title')}>
      {mails + expired + requests === 0 ? (
        <p className="icon-word place-good">
          <Icon name="done" size={18} />
          {say('tenants.health.good')}
        </p>
      ) : (
        <ul className="place-needs">
          {mails > 0 && (
            <li>
              <Icon name="warning" size={18} />
              <AnchorLink to={PAGE_PATHS.mails} search={{ tenant_id, state: 'failed' }}>
                {say('tenants.health.mails', { count: mails })}
              </AnchorLink>
            </li>
          )}
          {expired > 0 && (
            <li>
              <Icon name="clock" size={18} />
              <AnchorLink to={PAGE_PATHS.invitations} search={{ tenant_id, state: 'expired' }}>
                {say('tenants.health.invitations', { count: expired })}
              </AnchorLink>
            </li>
          )}
          {requests > 0 && (
            <li>
              <Icon name="warning" size={18} />
              <AnchorLink to={PAGE_PATHS.privacy} search={{ tenant_id, status: 'pending' }}>
                {say('tenants.health.requests', { count: requests })}
              </AnchorLink>
            </li>
          )}
        </ul>
      )}
    </Section>
  );
}
