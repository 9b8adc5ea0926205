import { roomFolderOf } from './house-map.ts';
import { lineAt } from './source-text.ts';
import { type SourceFile, type SourceTree, serviceFiles } from './source-tree.ts';
import type { HouseRule, Violation } from './violation.ts';

/**
 * A table is written in one folder only: where it is merged into `Schema`. Others call a function of its owner.
 * Migrations make the tables and are exempt.
 */
export const tableOwnerRule: HouseRule = { name: 'table-owners', check: findForeignWrites };

/** A merged `Schema` up to its closing brace, two spaces in as Biome formats it. */
const SCHEMA = /interface Schema \{\n([\s\S]*?)\n {2}\}/g;
const COLUMN = /^ {4}(\w+):/gm;
const BUILT = /\.(?:insertInto|updateTable|deleteFrom|replaceInto)\(\s*'(\w+)/g;
const RAW = /\b(?:insert into|update|delete from) (?:only )?(\w+)/g;
const BY_NAME = /\btable: '(\w+)'/g;

function findForeignWrites(tree: SourceTree): Violation[] {
  const files = serviceFiles(tree).filter(({ path }) => path !== 'src/platform/database/migrations.ts');
  const owners = new Map(files.flatMap(tablesOf));
  return files.flatMap((file) =>
    writesOf(file).flatMap(({ table, line }) => {
      const owner = owners.get(table);
      if (owner === undefined || owner === folderOf(file.path)) return [];
      return [{ file: file.path, line, message: `the table ${table} is written in ${owner} only` }];
    }),
  );
}

const tablesOf = ({ path, program }: SourceFile): [string, string][] =>
  [...program.matchAll(SCHEMA)].flatMap(([, members = '']) =>
    [...members.matchAll(COLUMN)].map(([, table = '']): [string, string] => [table, folderOf(path)]),
  );

const writesOf = ({ program }: SourceFile): { table: string; line: number }[] =>
  [BUILT, RAW, BY_NAME].flatMap((pattern) =>
    [...program.matchAll(pattern)].map((match) => ({ table: match[1] ?? '', line: lineAt(program, match.index) })),
  );

const folderOf = (path: string): string => roomFolderOf(path) ?? path;
