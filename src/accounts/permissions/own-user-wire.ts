import { type Static, Type } from 'typebox';
import { CAPABILITIES } from '../../platform/http/capabilities.ts';
import { choice, instant } from '../../platform/http/wire.ts';
import { type Clock, nowOf } from '../../platform/kernel/clock.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import { BrandingAnswer, showBranding } from '../tenants/branding-wire.ts';
import type { CallersAccount } from '../users/callers-account.ts';
import { type ShowUser, UserAnswer } from '../users/user-wire.ts';
import { enrolBy, mustEnrol } from './must-enrol.ts';
import { MENU_PAGES, rightsOf, START_PAGES } from './own-rights.ts';
import type { SecondFactors } from './second-factors.ts';

/** The caller's account with the rights of their role, so that no client repeats the rules. */
export const OwnUserAnswer = Type.Object(
  {
    ...UserAnswer.properties,
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
  },
  { title: 'OwnUser' },
);

export type ShowOwnUser = (account: CallersAccount) => Static<typeof OwnUserAnswer>;

export const ownUserPresenter =
  (showUser: ShowUser, factors: SecondFactors, clock: Clock): ShowOwnUser =>
  (account) => {
    const at = nowOf(clock);
    return {
      ...showUser(account),
      tenant_branding: showBranding({ color: account.tenant_color, logo: account.tenant_logo }),
      must_enrol: mustEnrol(account, factors, at),
      enrol_by: enrolBy(account, factors, at),
      ...rightsOf(account.role),
    };
  };
