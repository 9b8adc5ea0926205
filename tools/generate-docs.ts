/**
 * Writes docs/configuration.md, docs/errors.md, docs/personal-data.md, docs/openapi.json, .env.example,
 * client/service-types.ts and deploy/grafana/iskaznica.json from the source: `node tools/generate-docs.ts`. With `--check` it writes nothing and fails
 * when one of them is stale, or when a document written by hand names a command, a setting or a file that does not exist.
 */
import { resolve } from 'node:path';
import { falseClaims } from './docs/document-claims.ts';
import { renewDocuments, staleDocuments } from './docs/generated-documents.ts';

const root = resolve(`${import.meta.dirname}/..`);

if (process.argv.includes('--check')) {
  const stale = (await staleDocuments(root)).map((path) => `${path} is stale: run \`npm run fix\``);
  const problems = [...stale, ...falseClaims(root)];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('documents: all say what the source says');
} else {
  const renewed = await renewDocuments(root);
  console.log(renewed.length > 0 ? `documents: wrote ${renewed.join(', ')}` : 'documents: nothing to write');
}
