import { createReadStream } from 'node:fs';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { TableReader, TableRow } from '../table-reader.ts';
import { auth0 } from './auth0.ts';
import { type Connector, type ExportedPerson, HEADINGS } from './export-of-people.ts';
import { firebase } from './firebase.ts';
import { hitobito, keyOf } from './hitobito.ts';
import { jsonItems } from './json-items.ts';
import { keycloak } from './keycloak.ts';
import { asObject, BadJson, type JsonObject, strictJson } from './strict-json.ts';

const PEOPLE = new Set(['users', 'data']);
const AROUND = new Set(['hash_config', 'included']);
const MOST_AROUND = 300_000;
const MOST_PEOPLE = 1_000_000;
const LONGEST_LINE = 256 * 1024;
const LONGEST_CELL = 4000;
const PIECE = 64 * 1024;

/**
 * Exports of Keycloak, Firebase, hitobito and Auth0, which are JSON: a row for each person, under headings that the import knows. A
 * person that cannot be read stays, without an address, and is refused like any row.
 */
export const exportReader: TableReader = {
  form: 'json',
  // No table with headings begins with an object, or a list of them. White space includes the mark of UTF-8.
  recognises: (head) => /^\s*(?:\{|\[\s*\{)/.test(head.toString('utf8')),
  sheets: (path) => [{ name: '', rows: () => peopleIn(path) }],
};

/** @throws AppError `imports.export` (422) for JSON that is no export of a known system, `imports.too_many_rows` */
async function* peopleIn(path: string): AsyncGenerator<TableRow> {
  let line = 1;
  yield { line, cells: HEADINGS };
  try {
    for await (const person of (await isByLine(path)) ? byLine(path) : inOneObject(path)) {
      if (++line > MOST_PEOPLE) throw new AppError('imports.too_many_rows');
      const cell = (heading: keyof ExportedPerson) => (person?.[heading] ?? '').slice(0, LONGEST_CELL);
      yield { line, cells: HEADINGS.map((heading) => cell(heading) || (heading === 'id' ? `${line - 1}.` : '')) };
    }
  } catch (cause) {
    throw cause instanceof BadJson ? new AppError('imports.export', { cause }) : cause;
  }
}

/** Whether each line is an object of its own. */
async function isByLine(path: string): Promise<boolean> {
  for await (const line of linesOf(path)) {
    const first = readObject(line);
    return first !== undefined && auth0.isPerson(first) && !first.has('users') && !first.has('data');
  }
  return false;
}

/** Cut, so that one without an end cannot fill the memory. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const source = createReadStream(path, { highWaterMark: PIECE, encoding: 'utf8' });
  let rest = '';
  try {
    for await (const chunk of source as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.map((line) => line.trim()).filter((line) => line !== '');
      if (rest.length > LONGEST_LINE) {
        yield '';
        return;
      }
    }
    if (rest.trim() !== '') yield rest.trim();
  } finally {
    source.destroy();
  }
}

async function* byLine(path: string): AsyncGenerator<ExportedPerson | undefined> {
  for await (const line of linesOf(path)) yield personOf(line, [auth0], new Map());
}

async function* inOneObject(path: string): AsyncGenerator<ExportedPerson | undefined> {
  const around = new Map<string, JsonObject>();
  for await (const { member, text } of itemsOf(path, AROUND)) {
    const item = readObject(text);
    if (item !== undefined) around.set(member === 'included' ? keyOf(item) : member, item);
    if (around.size > MOST_AROUND) throw new AppError('imports.too_many_rows');
  }
  let systems: readonly Connector[] = [keycloak, firebase, hitobito];
  for await (const { text } of itemsOf(path, PEOPLE)) {
    const item = readObject(text);
    const system = item && systems.find(({ isPerson }) => isPerson(item));
    if (system === undefined && systems.length > 1 && item !== undefined) throw new BadJson();
    if (system !== undefined) systems = [system];
    yield system && item && system.read(item, around);
  }
}

const itemsOf = (path: string, members: ReadonlySet<string>) =>
  jsonItems(createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>, members);

function personOf(text: string, systems: readonly Connector[], around: ReadonlyMap<string, JsonObject>) {
  const item = readObject(text);
  const system = item && systems.find(({ isPerson }) => isPerson(item));
  return system && item && system.read(item, around);
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value = strictJson(text);
    return value instanceof Map ? asObject(value) : undefined;
  } catch (error) {
    if (error instanceof BadJson) return undefined;
    throw error;
  }
}
