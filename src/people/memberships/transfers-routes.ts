import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { permitted, signedIn } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { IdParams } from '../../platform/http/wire.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { refuseTransfer, releaseMember, withdrawTransfer } from './answer-transfer.ts';
import { askTransfer } from './ask-transfer.ts';
import { showTransfers } from './list-transfers.ts';
import { acceptTransfer, declineTransfer } from './own-transfer.ts';
import { listTransfersOf } from './transfers-store.ts';
import { AskedAnswer, AskTransferBody, OwnTransfersAnswer, TransfersAnswer, TransfersQuery } from './transfers-wire.ts';

type Deps = Pick<Platform, 'database' | 'clock'>;

const path = '/api/admin/transfers';
const common = {
  tag: 'Administration',
  access: permitted('people.manage'),
  limit: perCaller({ most: 240, within: minutes(1) }),
} as const;
const ofClub = ['transfers.not_found', 'transfers.not_yours', 'transfers.state'] as const;

/** Each request may send mails to the administrators of another club. */
const FEW = perCaller({ most: 60, within: hours(1) });

export const transfersRoutes = (deps: Deps): Route[] => [
  defineRoute({
    ...common,
    method: 'GET',
    path,
    summary: 'Transfers that the caller’s tenants ask for, and that are asked of them',
    audit: [],
    request: { query: TransfersQuery },
    responses: { success: ok(TransfersAnswer, 'The newest first'), refusals: ['tenants.not_found'] },
    handle: ({ query }, caller) => showTransfers(deps.database.read, caller, query, nowOf(deps.clock)),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path,
    summary: 'Asks another club for a member of it; the answer does not say whether there is such a person',
    limit: FEW,
    audit: ['transfer.ask'],
    request: { body: AskTransferBody },
    responses: {
      success: { status: 201, description: 'Asked', schema: AskedAnswer },
      refusals: ['tenants.not_found', 'users.tier', 'transfers.exists'],
    },
    handle: async ({ body, call }) => {
      const { id, state, created_at, expires_at } = await askTransfer(deps, call, body);
      return { id, state, created_at, expires_at };
    },
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${path}/:id/release`,
    summary: 'Lets the member go if they want to, and asks them',
    audit: ['transfer.release'],
    request: { params: IdParams },
    responses: { success: { status: 204, description: 'Released' }, refusals: ofClub },
    handle: ({ params, call }) => releaseMember(deps, call, params.id),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${path}/:id/refuse`,
    summary: 'Refuses to let the member go',
    audit: ['transfer.refuse'],
    request: { params: IdParams },
    responses: { success: { status: 204, description: 'Refused' }, refusals: ofClub },
    handle: ({ params, call }) => refuseTransfer(deps, call, params.id),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${path}/:id/withdraw`,
    summary: 'Withdraws what the caller’s tenant asked for, until the person has answered',
    audit: ['transfer.withdraw'],
    request: { params: IdParams },
    responses: {
      success: { status: 204, description: 'Withdrawn' },
      refusals: ['transfers.not_found', 'transfers.state'],
    },
    handle: ({ params, call }) => withdrawTransfer(deps, call, params.id),
  }),
];

const own = '/api/users/me/transfers';
const ofOwn = {
  tag: 'Own account',
  access: signedIn(),
  limit: perCaller({ most: 60, within: minutes(1) }),
} as const;

export const ownTransfersRoutes = (deps: Deps): Route[] => [
  defineRoute({
    ...ofOwn,
    method: 'GET',
    path: own,
    summary: 'Clubs that ask for the caller’s transfer',
    audit: [],
    request: {},
    responses: { success: ok(OwnTransfersAnswer, 'Open ones, oldest first'), refusals: [] },
    handle: async ({ call }) => ({
      items: (await listTransfersOf(deps.database.read, call.caller.userId, call.at)).map((one) => ({
        id: one.id,
        from_tenant_name: one.from_tenant_name,
        to_tenant_name: one.to_tenant_name,
        role: one.role,
        state: one.state,
        created_at: one.created_at,
        released_at: one.released_at,
        expires_at: one.expires_at,
        actions: one.state === 'released' ? (['accept', 'decline'] as const) : [],
      })),
    }),
  }),
  defineRoute({
    ...ofOwn,
    method: 'POST',
    path: `${own}/:id/accept`,
    summary: 'Goes over: the membership in one club ends, and one in the other begins',
    audit: ['transfer.accept', 'membership.end', 'membership.create'],
    request: { params: IdParams },
    responses: {
      success: { status: 204, description: 'Accepted; sign-ins that acted in the club left have ended' },
      refusals: ['transfers.not_found', 'memberships.exists', 'users.last_superadmin'],
    },
    handle: ({ params, call }) => acceptTransfer(deps, call, params.id),
  }),
  defineRoute({
    ...ofOwn,
    method: 'POST',
    path: `${own}/:id/decline`,
    summary: 'Stays: nothing changes',
    audit: ['transfer.decline'],
    request: { params: IdParams },
    responses: { success: { status: 204, description: 'Declined' }, refusals: ['transfers.not_found'] },
    handle: ({ params, call }) => declineTransfer(deps, call, params.id),
  }),
];
