import { hash } from 'node:crypto';
import { defineTable, integer, json, type ParsedRowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { folded } from '../../platform/kernel/text.ts';
import { joinHeadings } from './find-table.ts';
import { headingText, type Mapping, type ReadColumn } from './import-columns.ts';
import type { RoleWords } from './role-words.ts';
import type { SingleByte } from './single-byte.ts';
import type { TableRow } from './table-reader.ts';

/** How a file of a tenant was read when its people were imported, for the next file with the same headings. */
export const savedMappingsTable = defineTable(
  'saved_mappings',
  {
    id: text(),
    tenant_id: integer<TenantId>(),
    /** `shapeOf` its headings. */
    shape: text(),
    /** The name of the file that was read so last. */
    file_name: text(),
    /** Every heading, in the order of the file, and what its column meant. */
    columns: json<readonly ReadColumn[]>(),
    roles: json<RoleWords>(),
    /** Chosen where several were likely; `null` for a file that says its own. */
    encoding: text<SingleByte>().orNull(),
    used_at: text<Instant>(),
  },
  {
    key: 'id',
    indexes: { shape: { columns: 'tenant_id, shape', unique: true } },
    personal: { nobody: 'headings of files, and the meaning of words for roles' },
  },
);

export type SavedMapping = ParsedRowOf<typeof savedMappingsTable>;

/** What reading a file needs of it: plain data for another thread. */
export type KnownShape = Pick<SavedMapping, 'shape' | 'columns' | 'roles' | 'encoding'>;

/**
 * A digest of headings that is the same in every encoding with one byte for each character, and in UTF-8: of their ASCII letters and
 * digits. Headings that have none count by all their letters.
 */
export function shapeOf(headings: readonly string[]): string {
  const letters = headings.map((heading) => {
    const shown = headingText(heading);
    return shown.toLowerCase().replace(/[^a-z0-9]/g, '') || folded(shown);
  });
  return hash('sha256', letters.join('\n').trimEnd(), 'base64url');
}

/** The meanings of a known shape, for a file whose headings may be written otherwise. Of two equal headings the one that was read counts. */
function mappingFor({ columns }: KnownShape, headings: readonly string[]): Mapping {
  const mapping: Record<string, ReadColumn['field']> = {};
  for (const [index, { field }] of columns.entries()) {
    const heading = headingText(headings[index] ?? '');
    if (heading !== '') mapping[heading] ??= field;
  }
  return mapping;
}

const MOST_ABOVE = 50;

/** Where headings are that were read before, and how. */
interface Recalled {
  readonly place: { readonly table_line: number; readonly heading_lines: 1 | 2; readonly as: 'remembered' };
  readonly meanings: { readonly mapping: Mapping; readonly roles: RoleWords };
  readonly encoding: SingleByte | null;
}

/** Finds the first row, or the first two as one, whose headings were read before. */
export function recall(rows: readonly TableRow[], known: readonly KnownShape[]): Recalled | undefined {
  if (known.length === 0) return undefined;
  const shapes = new Map(known.map((one) => [one.shape, one]));
  for (const [index, { line, cells }] of rows.slice(0, MOST_ABOVE).entries()) {
    const below = rows[index + 1]?.cells;
    const lines = [cells, ...(below === undefined ? [] : [joinHeadings(cells, below)])];
    for (const [more, headings] of lines.entries()) {
      const shape = shapes.get(shapeOf(headings));
      if (shape === undefined) continue;
      const place = { table_line: line, heading_lines: more === 0 ? 1 : 2, as: 'remembered' } as const;
      const { roles, encoding } = shape;
      return { place, meanings: { mapping: mappingFor(shape, headings), roles }, encoding };
    }
  }
  return undefined;
}
