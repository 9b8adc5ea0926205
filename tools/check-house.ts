/** Checks the layout rules of CONTRIBUTING.md: `node tools/check-house.ts [root]`. */
import { resolve } from 'node:path';
import { checkHouse } from './house/house-rules.ts';

const root = resolve(process.argv[2] ?? `${import.meta.dirname}/..`);
const { fileCount, rules, violations } = checkHouse(root);

for (const violation of violations) console.error(violation);
if (violations.length > 0) {
  console.error(`${violations.length} violations of the house rules`);
  process.exitCode = 1;
} else {
  console.log(`house: ${fileCount} files keep ${rules.length} rules`);
}
