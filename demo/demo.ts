/** `npm run demo`: the service with invented people. */
import { runCommandLine } from '../src/entry/cli/command-line.ts';
import { demoCommand } from './demo-command.ts';

process.exitCode = await runCommandLine([demoCommand], ['demo', ...process.argv.slice(2)]);
