import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';

interface OfRequest {
  readonly request_id: number;
}

export const privacyActions = {
  'export.self': action({
    group: 'downloads',
    act: { hr: 'preuzeti vlastiti podaci', en: 'own data downloaded' },
    deed: { en: 'downloaded their own data' },
  }),
  'export.admin': action({
    group: 'downloads',
    act: { hr: 'preuzeti podaci osobe', en: 'personal data downloaded' },
    deed: { hr: 'preuzeti podaci{{of}}', en: 'downloaded the data{{of}}' },
  }),
  'export.erasures': action<ListExported>({
    group: 'downloads',
    act: { hr: 'preuzet popis zahtjeva za brisanje', en: 'list of erasure requests downloaded' },
    deed: { en: 'downloaded the list of erasure requests' },
  }),
  'erasure.request': action<OfRequest & { due_at: Instant }>({
    group: 'erasure',
    act: { hr: 'zatraženo brisanje podataka', en: 'erasure requested' },
    deed: { hr: 'zatraženo brisanje podataka{{of}}', en: 'asked for the erasure of the data{{of}}' },
  }),
  'erasure.cancel': action<OfRequest>({
    group: 'erasure',
    act: { hr: 'povučen zahtjev za brisanje', en: 'erasure request withdrawn' },
    deed: { hr: 'povučen zahtjev za brisanje podataka{{of}}', en: 'withdrew the request to erase the data{{of}}' },
  }),
  'erasure.approve': action<OfRequest>({
    group: 'erasure',
    act: { hr: 'odobreno brisanje podataka', en: 'erasure approved' },
    deed: { hr: 'odobreno brisanje podataka{{of}}', en: 'approved the erasure of the data{{of}}' },
  }),
  'erasure.reject': action<OfRequest & { reason: string }>({
    group: 'erasure',
    isWorded: true,
    act: { hr: 'odbijeno brisanje podataka', en: 'erasure rejected' },
    deed: { hr: 'odbijeno brisanje podataka{{of}}', en: 'rejected the erasure of the data{{of}}' },
  }),
  'erasure.extend': action<OfRequest & { reason: string }>({
    group: 'erasure',
    isWorded: true,
    act: { hr: 'produljen rok za brisanje', en: 'erasure deadline extended' },
    deed: { hr: 'produljen rok za brisanje podataka{{of}}', en: 'extended the deadline to erase the data{{of}}' },
  }),
  'erasure.hold': action<OfRequest & { held: boolean; reason: string }>({
    group: 'erasure',
    isWorded: true,
    act: { hr: 'promijenjena obveza čuvanja podataka', en: 'legal hold changed' },
    deed: { hr: 'promijenjena obveza čuvanja podataka{{of}}', en: 'changed the duty to keep the data{{of}}' },
  }),
  /** `blanked`: the ids of records about others in which the person was named. */
  'erasure.erase': action<OfRequest & { blanked: readonly number[] }>({
    group: 'erasure',
    act: { hr: 'podaci izbrisani iz baze', en: 'data erased from the database' },
    deed: { hr: 'podaci{{of}} izbrisani iz baze', en: 'erased the data{{of}} from the database' },
  }),
  'erasure.complete': action<OfRequest & { blanked: readonly number[] }>({
    group: 'erasure',
    act: { hr: 'podaci trajno izbrisani', en: 'erasure completed' },
    deed: { hr: 'trajno izbrisani podaci{{of}}', en: 'erased the data for good{{of}}' },
  }),
  'erasure.fail': action<OfRequest & { failure: string }>({
    group: 'erasure',
    act: { hr: 'brisanje podataka nije uspjelo', en: 'erasure failed' },
    deed: { hr: 'brisanje podataka{{of}} nije uspjelo', en: 'failed to erase the data{{of}}' },
  }),
  /** The number of deleted rows, by rule. */
  'retention.run': action<Readonly<Record<string, number>>>({
    group: 'privacy',
    act: { hr: 'izbrisani podaci kojima je istekao rok', en: 'expired data deleted' },
    deed: { en: 'deleted data whose retention period had ended' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof privacyActions> {}
}
