import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';

export const privacyActions = {
  'export.self': action(),
  'export.admin': action(),
  'export.erasures': action<ListExported>(),
  'erasure.request': action<OfRequest & { due_at: Instant }>(),
  'erasure.cancel': action<OfRequest>(),
  'erasure.approve': action<OfRequest>(),
  'erasure.reject': action<OfRequest & { reason: string }>({ isWorded: true }),
  'erasure.extend': action<OfRequest & { reason: string }>({ isWorded: true }),
  'erasure.hold': action<OfRequest & { held: boolean; reason: string }>({ isWorded: true }),
  /** `blanked`: the ids of records about others in which the person was named. */
  'erasure.erase': action<OfRequest & { blanked: readonly number[] }>(),
  'erasure.complete': action<OfRequest & { blanked: readonly number[] }>(),
  'erasure.fail': action<OfRequest & { failure: string }>(),
  /** The number of deleted rows, by rule. */
  'retention.run': action<Readonly<Record<string, number>>>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof privacyActions> {}
}

interface OfRequest {
  readonly request_id: number;
}
