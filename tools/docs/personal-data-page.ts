import { retentionRules } from '../../src/app/declarations.ts';
import { EXPORT_SCHEMA_VERSION } from '../../src/privacy/export-personal-data.ts';
import { madeBy, markdownTable } from './markdown-table.ts';
import type { ShownContributor } from './real-routes.ts';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

/** docs/personal-data.md: what is stored about people, how it is erased, and how long it is kept. */
export function personalDataPage(contributors: readonly ShownContributor[]): string {
  return `${madeBy('the contributors of src/app/declarations.ts')}

# Personal data

${INTRODUCTION}

## What is held, and what an erasure does

${held(contributors)}

## What outlives an erasure

${stays(contributors)}

## The export, schema version ${EXPORT_SCHEMA_VERSION}

${EXPORT}

## What is not kept

${retention()}
`;
}

const INTRODUCTION = `Every table with data about people belongs to one room, which says here what it holds, exports it to the person and erases it. A
test reads the schema and fails for a table that no room declares.

How a request for erasure is carried out, and the operator's duties: [erasure.md](erasure.md).`;

const held = (contributors: readonly ShownContributor[]): string =>
  markdownTable(
    ['room', 'tables', 'holds', 'in the export', 'at an erasure'],
    contributors.map(({ room, tables, description, exportParts }) => [
      room,
      named(tables),
      description.holds,
      named(exportParts),
      description.erased,
    ]),
  );

const stays = (contributors: readonly ShownContributor[]): string =>
  markdownTable(
    ['room', 'what', 'on what ground', 'until'],
    contributors.flatMap(({ room, description }) =>
      description.stays ? [[room, description.stays.what, description.stays.ground, description.stays.until]] : [],
    ),
  );

const EXPORT = `\`GET\` or \`POST /api/users/me/gdpr-export\` answers with one JSON object: \`schema_version\` (integer), \`exported_at\` (instant),
\`user_id\` (integer), and the parts named above. A part is a list of objects, an object, or \`null\` where there is nothing.
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
