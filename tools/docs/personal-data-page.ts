import { retentionRules } from '../../src/entry/app/declarations.ts';
import type { Kept } from '../../src/platform/database/personal-columns.ts';
import { partsOf, type StatedColumn, statedColumns } from '../../src/platform/database/personal-data.ts';
import { dataWords } from '../../src/platform/words/data-words.ts';
import { ruleOf } from '../../src/privacy/personal-data/describe-data.ts';
import { EXPORT_SCHEMA_VERSION } from '../../src/privacy/personal-data/export-personal-data.ts';
import { madeBy, markdownTable } from './markdown-table.ts';
import type { DocumentedContributor } from './real-routes.ts';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

/** docs/personal-data.md: what is stored about people, how it is erased, and how long it is kept. */
export function personalDataPage(contributors: readonly DocumentedContributor[]): string {
  return `${madeBy('the contributors of src/entry/app/declarations.ts')}

# Personal data

${INTRODUCTION}

## What is held, and what an erasure does

${held(contributors)}

## Column by column

${COLUMNS}

${columnsOf(contributors)}

## What outlives an erasure

${stays(contributors)}

## The export, schema version ${EXPORT_SCHEMA_VERSION}

${EXPORT}

## What each part is for, and until when

${purposes(contributors)}

## What is not kept

${retention()}
`;
}

const INTRODUCTION = `Every table with data about people belongs to one room, which says here what it holds, exports it to the person and erases it. A
test reads the schema and fails for a table that no room declares.

How a request for erasure is carried out, and the operator's duties: [erasure.md](erasure.md).`;

const held = (contributors: readonly DocumentedContributor[]): string =>
  markdownTable(
    ['room', 'tables', 'holds', 'in the export', 'at an erasure'],
    contributors.map(({ room, tables, description, exportParts }) => [
      room,
      named(tables.map(({ name }) => name)),
      description.holds,
      named(exportParts),
      description.erased,
    ]),
  );

const stays = (contributors: readonly DocumentedContributor[]): string =>
  markdownTable(
    ['room', 'what', 'on what ground', 'until'],
    contributors.flatMap(({ room, description }) =>
      description.stays ? [[room, description.stays.what, description.stays.ground, description.stays.until]] : [],
    ),
  );

const COLUMNS = `A column is declared with its table (\`defineTable\`), and does not compile until it is said there what export and erasure do with it, and a test fills every column,
exports, erases and compares. A column that is not in the export is a secret, says how the service does its work, repeats what is told
elsewhere, belongs to a thing that somebody made, or is about somebody else.`;

const columnsOf = (contributors: readonly DocumentedContributor[]): string =>
  markdownTable(
    ['table', 'in the export', 'not in the export', 'removed or emptied by an erasure', 'kept'],
    contributors
      .flatMap(({ tables }) => Object.entries(Object.groupBy(statedColumns(tables), ({ table }) => table)))
      .map(([table, columns = []]) => {
        const isExplained = ({ export: told }: StatedColumn) => told.includes(' ');
        const isKept = ({ erasure }: StatedColumn) => erasure === 'kept';
        const names = (some: readonly StatedColumn[]) => named(some.map(({ column }) => column));
        return [
          named([table]),
          names(columns.filter(isExplained)),
          names(columns.filter((column) => !isExplained(column))),
          columns.every(({ erasure }) => erasure === 'removed')
            ? 'the rows'
            : names(columns.filter((column) => !isKept(column))),
          names(columns.filter(isKept)),
        ];
      }),
  );

const PURPOSES = `An export tells people this in their language (\`information\`, GDPR art. 15(1)), with the controller, the policy in force, sources,
recipients and rights. For a record of processing activities (art. 30) the organisation adds its legal bases, processors and transfers:
the service does not know them.`;

const purposes = (contributors: readonly DocumentedContributor[]): string =>
  `${PURPOSES}\n\n${markdownTable(
    ['part', 'purpose', 'kept'],
    contributors
      .flatMap(partsOf)
      .map(([part, { purpose, kept }]) => [named([part]), dataWords[`data.purpose.${purpose}`].en, keptInWords(kept)]),
  )}`;

function keptInWords(kept: Kept): string {
  if (typeof kept === 'string') return UNTIL[kept];
  const period = inWords(ruleOf(kept, retentionRules).keptFor);
  return kept.from === 'contents'
    ? `contents ${period}, their traces with the account`
    : `${period} ${FROM[kept.from]}`;
}

const UNTIL = {
  account: 'as long as the account, and `SVC_DELETED_RETENTION_DAYS` after it was deleted',
  withdrawal: 'until the consent is withdrawn',
  log: '`SVC_AUDIT_RETENTION_DAYS`',
  proof: 'for good; after an erasure without what identifies the person',
} as const;

const FROM = { end: 'after it ended or expired', last: 'after the last time', made: 'after it was made' } as const;

const EXPORT = `\`GET\` or \`POST /api/users/me/gdpr-export\` answers with one JSON object: \`schema_version\` (integer), \`exported_at\` (instant),
\`user_id\` (integer), \`information\` (what people must be told with it, in words; \`language\` chooses which) and the parts named above. A part is a list of objects, an object, or \`null\` where there is nothing.
Instants are ISO 8601 in UTC. Other people appear by role and tenant only. No secret, digest or token is part of it. The
version rises when a part is renamed, removed or changes its shape; a new part or member does not change it.`;

const retention = (): string =>
  markdownTable(
    ['what', 'kept for'],
    [
      ...retentionRules.map(({ what, keptFor }) => [what, inWords(keptFor)]),
      ['deleted people, until they are erased as if they had asked', '`SVC_DELETED_RETENTION_DAYS`'],
    ],
  );

function inWords(duration: number): string {
  const [size, unit] = duration < DAY ? [MINUTE, 'minute'] : [DAY, 'day'];
  const count = duration / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const named = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ') || '–';
