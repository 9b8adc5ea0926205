import { forbiddenCodeRule } from './forbidden-code.ts';
import { isInSource } from './source-tree.ts';

/**
 * Whoever writes says so by taking a `Tx`. An optional one lets a caller forget it, and the write then commits alone; a
 * second spelling would hide from this rule.
 */
export const transactionRule = forbiddenCodeRule({
  name: 'transactions',
  message: 'a transaction is the parameter "tx: Tx": never optional, never another type, never called trx',
  pattern: /\btx\s*\?\s*:|\btrx\b|\btx\s*:\s*(?:(?!Tx\b)[A-Z]\w*|any\b|unknown\b|Tx\s*[|&=])/g,
  appliesTo: isInSource,
});
