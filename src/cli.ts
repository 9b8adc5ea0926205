/** Operator commands: `npm run iskaznica -- <command>`. They may run beside a serving process. */
import { runCommandLine } from './entry/cli/command-line.ts';
import { commands } from './entry/cli/commands.ts';

process.exitCode = await runCommandLine(commands, process.argv.slice(2));
