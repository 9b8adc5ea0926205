/** `npm run demo`: the service with invented people. */
import { keepCompiledCode } from '../src/start/compiled-code.ts';

keepCompiledCode();
const { runCommandLine } = await import('../src/cli/command-line.ts');
const { demoCommand } = await import('./demo-command.ts');
process.exitCode = await runCommandLine([demoCommand], ['demo', ...process.argv.slice(2)]);
