import type { Static } from 'typebox';
import { showRecipientsOf } from '../../accounts/recipients/show-recipients.ts';
import { checkedReason } from '../../accounts/users/checked-fields.ts';
import { listIdsOf } from '../../accounts/users/merged-users-store.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import { certificatePdf } from './certificate-pdf.ts';
import {
  approveErasure,
  extendErasure,
  getCase,
  holdErasure,
  previewErasure,
  rejectErasure,
} from './decide-erasure.ts';
import { certificateNow, openCertificate } from './erasure-certificate.ts';
import { exportDataOf, sendFile } from './export-personal-data.ts';
import { exportErasuresRoute, showQueue } from './list-erasures.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';
import * as wire from './personal-data-wire.ts';

const queue = '/api/admin/gdpr/erasure-requests';
const one = `${queue}/:id`;
const common = {
  tag: 'Privacy',
  access: permitted('erasures.manage'),
  limit: perCaller({ most: 240, within: minutes(1) }),
} as const;
const unreachable = ['erasure.not_found', 'users.not_found', 'users.self', 'users.tier', 'users.shared'] as const;
const decided = [...unreachable, 'erasure.state'] as const;
const request = { params: wire.RequestId };
const managed = ok(wire.ManagedErasureAnswer, 'The request as it now stands');

export const erasureAdminRoutes = (deps: PrivacyDeps): Route[] => [...readingRoutes(deps), ...decidingRoutes(deps)];

const readingRoutes = (deps: PrivacyDeps): Route[] => [
  defineRoute({
    ...common,
    method: 'GET',
    path: queue,
    summary: 'Requests for erasure',
    audit: [],
    request: { query: wire.QueueQuery },
    responses: { success: ok(wire.ErasureQueue, 'One page'), refusals: ['tenants.not_found'] },
    handle: ({ query, call }) => showQueue(deps, call, query),
  }),
  exportErasuresRoute(deps),
  defineRoute({
    ...common,
    method: 'GET',
    path: one,
    summary: 'A request, with what would be erased and what would stay',
    audit: ['user.read'],
    request,
    responses: { success: ok(wire.ErasurePreview, 'A dry run'), refusals: unreachable },
    handle: ({ params, call }) => previewErasure(deps, call, params.id),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: `${one}/certificate`,
    audit: [],
    summary: 'The proof of an erasure, signed and without personal data; `format=pdf` for people',
    request: { ...request, query: wire.CertificateQuery },
    responses: {
      success: { ...ok(wire.CertificateAnswer, 'The certificate'), mediaTypes: ['application/pdf'] },
      refusals: decided,
    },
    handle: async ({ params, query, reply }, caller) => {
      const { read } = deps.database;
      const { certificate: jws, user_id } = (await getCase(read, caller, params.id)).request;
      if (jws === null) throw new AppError('erasure.state');
      const { orders } = await showRecipientsOf(read, await listIdsOf(read, user_id), { kind: 'erase' });
      const opened = openCertificate(deps.keys, certificateNow(deps.keys, jws, orders));
      if (query.format !== 'pdf') return opened;
      reply.header('content-disposition', `attachment; filename="erasure-${params.id}.pdf"`);
      return reply.type('application/pdf').send(await certificatePdf(opened));
    },
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/api/admin/gdpr/users/:id/export',
    summary: 'Everything stored about one person, who sees the export in their access log',
    requiresReauth: 'always',
    limit: perCaller({ most: 60, within: hours(1) }),
    audit: ['export.admin'],
    request: { ...request, query: wire.ExportQuery },
    responses: {
      success: ok(wire.ExportAnswer, 'A file to download'),
      refusals: [...unreachable.slice(1), 'users.merged'],
    },
    handle: async ({ params, query, call, reply, requireLive }) =>
      sendFile(reply, await exportDataOf(deps, call, { userId: params.id, language: query.language }), requireLive),
  }),
];

/** @throws InvalidRequest (422) for a reason of which nothing would show */
function reasonFrom({ reason }: Static<typeof wire.ReasonBody>): { reason: string } {
  const told = checkedReason(reason);
  if (told === '') throw invalidField('body', 'reason', 'missing', 'Ovo je polje obavezno.');
  return { reason: told };
}

const decidingRoutes = (deps: PrivacyDeps): Route[] => [
  defineRoute({
    ...common,
    method: 'POST',
    path: `${one}/approve`,
    summary: 'Approves a request; it is then carried out',
    requiresReauth: 'always',
    audit: ['erasure.approve'],
    request,
    responses: {
      success: managed,
      refusals: [...decided, 'erasure.held', 'erasure.superadmin'],
    },
    handle: async ({ params, call }) => wire.showManaged(call, await approveErasure(deps, call, params.id, {})),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${one}/reject`,
    summary: 'Rejects a request; the person is told why',
    audit: ['erasure.reject'],
    request: { ...request, body: wire.ReasonBody },
    responses: { success: managed, refusals: decided },
    handle: async ({ params, body, call }) =>
      wire.showManaged(call, await rejectErasure(deps, call, params.id, reasonFrom(body))),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${one}/extend`,
    summary: 'Extends the deadline by 60 days, once and before it passes; the person is told why',
    audit: ['erasure.extend'],
    request: { ...request, body: wire.ReasonBody },
    responses: { success: managed, refusals: decided },
    handle: async ({ params, body, call }) =>
      wire.showManaged(call, await extendErasure(deps, call, params.id, reasonFrom(body))),
  }),
  defineRoute({
    ...common,
    method: 'PUT',
    path: `${one}/legal-hold`,
    summary: 'Places a request under legal hold, or lifts the hold',
    audit: ['erasure.hold'],
    request: { ...request, body: wire.HoldBody },
    responses: { success: managed, refusals: decided },
    handle: async ({ params, body, call }) =>
      wire.showManaged(
        call,
        await holdErasure(deps, call, params.id, {
          ...body,
          ...reasonFrom(body),
        }),
      ),
  }),
];
