/** A process that serves beside others, started by `crew.ts`. Its only argument is its role. */
import { parseJson } from '../../platform/kernel/unchecked.ts';
import type { CrewRole } from './crew-role.ts';
import { failStart } from './fail-start.ts';
import { serveBesideOthers } from './serve-beside-others.ts';

try {
  await serveBesideOthers(parseJson(process.argv[2] ?? '') as CrewRole);
} catch (error) {
  failStart(error);
}
