/** Operator commands: `npm run iskaznica -- <command>`. They may run beside a serving process. */
import { keepCompiledCode } from './start/compiled-code.ts';

keepCompiledCode();
const { runCommandLine } = await import('./cli/command-line.ts');
const { commands } = await import('./cli/commands.ts');
process.exitCode = await runCommandLine(commands, process.argv.slice(2));
