import type { CompiledQuery, KyselyPlugin } from 'kysely';
import type { Tx } from '../../src/platform/database/database.ts';

/** The statements that are sent by `recorded`, as they were compiled, in order. */
export function recordCompiled(tx: Tx): { readonly recorded: Tx; readonly statements: readonly CompiledQuery[] } {
  const statements: CompiledQuery[] = [];
  const plain = tx.getExecutor();
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(plain.compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { recorded: tx.withPlugin(recorder) as Tx, statements };
}
