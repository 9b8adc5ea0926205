import { forbiddenCodeRule } from './forbidden-code.ts';
import { isInSource } from './source-tree.ts';

/**
 * Writers take a `Tx`. An optional one could be forgotten, and the write would commit alone; another type would escape
 * this rule.
 */
export const transactionRule = forbiddenCodeRule({
  name: 'transactions',
  message: 'a transaction is the parameter "tx: Tx": never optional, never another type, never called trx',
  pattern: /\btx\s*\?\s*:|\btrx\b|\btx\s*:\s*(?:(?!Tx\b)[A-Z]\w*|any\b|unknown\b|Tx\s*[|&=])/g,
  appliesTo: isInSource,
});
