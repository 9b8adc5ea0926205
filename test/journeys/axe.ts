import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * The violations that axe finds on a page without frames, one line per rule. Its 500 KB are loaded once per page.
 * @param rules default: all
 */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(axe.source);
  const options = rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } };
  // The violations alone: what passed is fifty kilobytes of each page, decoded value by value.
  const violations = await page.evaluate<axe.Result[]>(
    `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) => violations)`,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, any }) => `${target} ${any[0]?.message}`).join('; ')}`,
  );
}
