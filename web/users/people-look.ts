import { SORTS } from './users-filters.ts';

export const LOOK_COLUMNS = [
  'email',
  'telefon',
  'role',
  'status',
  'tenant',
  'twoFactor',
  'lastSignIn',
  'created',
] as const;
export type LookColumn = (typeof LOOK_COLUMNS)[number];

/** How somebody wants the list of people to look. */
export interface PeopleLook {
  readonly dense: boolean;
  readonly columns: readonly LookColumn[];
}

/** By name: filters and order as in the address, and how the list looks. */
export interface SavedView {
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
  readonly look: PeopleLook;
}

export interface KeptLook {
  readonly look: PeopleLook;
  readonly views: readonly SavedView[];
}

const ROOMY: PeopleLook = { dense: false, columns: ['role', 'status', 'tenant', 'twoFactor', 'lastSignIn', 'created'] };
const DENSE: PeopleLook = { dense: true, columns: ['email', 'telefon', 'tenant', 'role', 'status', 'lastSignIn'] };

/** The columns that suit it. */
export const lookOf = (dense: boolean): PeopleLook => (dense ? DENSE : ROOMY);

/** Without the text searched for: it may name somebody, and stays nowhere. */
const SAVED = ['role', 'status', 'invitation', 'signed_in', 'tenant_id', 'sort'] as const;

export const searchToSave = (state: Readonly<Record<string, string | undefined>>): SavedView['search'] =>
  Object.fromEntries(SAVED.flatMap((name) => (state[name] ? [[name, state[name]]] : [])));

/** Opens a view: what it does not name is cleared. */
export const searchOf = ({ search }: SavedView): Record<string, string | undefined> =>
  Object.fromEntries(['q', ...SAVED].map((name) => [name, name in search ? search[name] : undefined]));

/** What the list shows, as columns of its file. Its first column is two there, and brings the address where rows are tall. */
export function fileColumns({ columns, dense }: PeopleLook, everyTenant: boolean): string {
  const shown = LOOK_COLUMNS.filter((column) => columns.includes(column) && (everyTenant || column !== 'tenant'));
  return [...new Set(['surname', 'name', ...(dense ? [] : ['email']), ...shown])].join(',');
}

/** From the browser's storage, which anybody may have changed. */
export function readLook(text: string | null): KeptLook {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<KeptLook> | null;
    return { look: lookFrom(kept?.look), views: Array.isArray(kept?.views) ? kept.views.filter(isView) : [] };
  } catch {
    return { look: ROOMY, views: [] };
  }
}

function lookFrom(look: Partial<PeopleLook> | undefined): PeopleLook {
  if (!Array.isArray(look?.columns)) return ROOMY;
  const { columns, dense } = look;
  return { dense: dense === true, columns: LOOK_COLUMNS.filter((column) => columns.includes(column)) };
}

const isView = (view: Partial<SavedView> | null): view is SavedView =>
  typeof view?.name === 'string' &&
  typeof view.search === 'object' &&
  Array.isArray(view.look?.columns) &&
  (view.search?.sort === undefined || SORTS.some((sort) => sort === view.search?.sort));
