/** A process that serves beside others: what `crew.ts` begins. Its one argument is its role. */
import { parseJson } from '../kernel/json.ts';
import type { CrewRole } from './crew-role.ts';
import { failStart } from './fail-start.ts';
import { serveBesideOthers } from './serve-beside-others.ts';

try {
  await serveBesideOthers(parseJson(process.argv[2] ?? '') as CrewRole);
} catch (error) {
  failStart(error);
}
