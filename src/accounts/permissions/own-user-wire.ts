import { type Static, Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { CAPABILITIES } from '../../platform/http/capabilities.ts';
import { choice, instant, nullableText } from '../../platform/http/wire.ts';
import { type Clock, nowOf } from '../../platform/kernel/clock.ts';
import type { MembershipId } from '../../platform/kernel/entity-id.ts';
import { ROLES, tierOf } from '../../platform/kernel/role.ts';
import { BrandingAnswer, showBranding } from '../tenants/branding-wire.ts';
import type { CallersAccount } from '../users/callers-account.ts';
import { MEMBERSHIP_STATES, REACHES } from '../users/membership.ts';
import { listOwnMemberships, type OwnMembership } from '../users/memberships-store.ts';
import { type ShowUser, UserAnswer } from '../users/user-wire.ts';
import { enrolBy, mustEnrol } from './must-enrol.ts';
import { MENU_PAGES, rightsOf, START_PAGES } from './own-rights.ts';
import type { SecondFactors } from './second-factors.ts';

const OwnMembershipAnswer = Type.Object(
  {
    id: Type.Integer(),
    tenant_id: Type.Integer(),
    tenant_name: Type.String(),
    role: choice(ROLES),
    tier: Type.Integer(),
    reach: choice(REACHES),
    state: choice(MEMBERSHIP_STATES),
    since: nullableText,
    until: nullableText,
    number: nullableText,
    acting: Type.Boolean({ description: 'Whether this sign-in acts in it' }),
  },
  { title: 'OwnMembership' },
);

const showOwnMembership = (
  { id, tenant_id, tenant_name, role, reach, state, since, until, number }: OwnMembership,
  acting: MembershipId,
): Static<typeof OwnMembershipAnswer> => ({
  id,
  tenant_id,
  tenant_name,
  role,
  tier: tierOf(role),
  reach,
  state,
  since,
  until,
  number,
  acting: id === acting,
});

/** The membership that was read with the account. */
const onlyOf = (account: CallersAccount): OwnMembership => ({
  id: account.mid,
  tenant_id: account.tenant_id,
  tenant_name: account.tenant_name,
  role: account.role,
  reach: account.reach,
  state: account.membership_state,
  since: account.member_since,
  until: account.member_until,
  number: account.member_number,
});

/** The caller's account with the rights of their role, so that no client repeats the rules. */
export const OwnUserAnswer = Type.Object(
  {
    ...UserAnswer.properties,
    checked_at: Type.Union([instant, Type.Null()], {
      description: 'When the person last said that their data are right',
    }),
    tenant_branding: BrandingAnswer,
    must_enrol: Type.Boolean({ description: 'A second factor comes before anything else' }),
    enrol_by: Type.Union([instant, Type.Null()], {
      description:
        'Until when a second factor has to be enrolled; null when none is asked for, it is there, or it is due already',
    }),
    capabilities: Type.Array(choice(CAPABILITIES), { description: 'What the role may do at all' }),
    grantable_roles: Type.Array(choice(ROLES)),
    pages: Type.Array(choice(MENU_PAGES), { description: 'Entries of the menu' }),
    start: choice(START_PAGES, { description: 'The page after signing in' }),
    memberships: Type.Array(OwnMembershipAnswer, { description: 'What the person is and where, ended ones left out' }),
  },
  { title: 'OwnUser' },
);

type OwnUser = Static<typeof OwnUserAnswer>;

/** At once for whoever has one membership, since it is read with the account. */
export type ShowOwnUser = (account: CallersAccount) => OwnUser | Promise<OwnUser>;

export const ownUserPresenter =
  (database: Pick<Database, 'read'>, showUser: ShowUser, factors: SecondFactors, clock: Clock): ShowOwnUser =>
  (account) => {
    const at = nowOf(clock);
    const answerWith = (memberships: OwnUser['memberships']): OwnUser => ({
      ...showUser(account),
      checked_at: account.checked_at,
      tenant_branding: showBranding({ color: account.tenant_color, logo: account.tenant_logo }),
      must_enrol: mustEnrol(account, factors, at),
      enrol_by: enrolBy(account, factors, at),
      ...rightsOf(account.role),
      memberships,
    });
    if (account.other_memberships === 0) return answerWith([showOwnMembership(onlyOf(account), account.mid)]);
    return listOwnMemberships(database.read, account).then((all) =>
      answerWith(all.map((one) => showOwnMembership(one, account.mid))),
    );
  };
