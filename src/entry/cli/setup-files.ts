import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './command.ts';

const PLAIN = /^[\w@%+=:,./-]*$/;

/** Lines that systemd (`EnvironmentFile`) and Node.js (`--env-file`) read alike. @throws UsageError */
export const settingsFile = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${quoted(name, value)}\n`)
    .join('');

/** Both read single quotes literally, but their escapes in double quotes differ. */
function quoted(name: string, value: string): string {
  if (PLAIN.test(value)) return value;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(value)) throw new UsageError(`${name} must not hold control characters.`);
  if (!value.includes("'")) return `'${value}'`;
  if (!/["\\$`]/.test(value)) return `"${value}"`;
  throw new UsageError(
    `${name} cannot be written with both ' and one of " \\ $ \`. Put it into a file and set ${name}_FILE.`,
  );
}

interface Installed {
  readonly program: string;
  readonly settings: string;
  /** Folders that the service writes to. */
  readonly folders: readonly string[];
  readonly user: string;
}

const PROGRAM = join(import.meta.dirname, '../../..');
const STATE = '/var/lib/';

/** The folder of this program. */
export const programFolder = (): string => PROGRAM;

/** Whether systemd creates the folder (`StateDirectory=`). */
export const isMadeBySystemd = (folder: string): boolean => folder.startsWith(STATE);

/** The unit of `deploy/systemd`, with the paths of this installation. */
export function systemdUnit({ program, settings, folders, user }: Installed): string {
  const template = readFileSync(join(PROGRAM, 'deploy/systemd/iskaznica.service'), 'utf8');
  const own = folders.filter(isMadeBySystemd);
  const others = folders.filter((folder) => !isMadeBySystemd(folder));
  const isHome = [program, settings, ...folders].some((path) => /^\/(?:home|root)\//.test(path));
  const lines = template
    .split('\n')
    .filter((line) => !/^(?:#|Environment=SVC_DATA_DIR=|ReadWritePaths=)/.test(line))
    .map((line) =>
      line.replaceAll('/opt/iskaznica', program).replace(/^EnvironmentFile=.*/, `EnvironmentFile=${settings}`),
    )
    .map((line) => line.replace(/^(User|Group)=.*/, `$1=${user}`))
    .flatMap((line) => {
      if (line.startsWith('StateDirectoryMode=') && own.length === 0) return [];
      if (line.startsWith('ProtectHome=') && isHome) return ['ProtectHome=read-only'];
      if (!line.startsWith('StateDirectory=')) return [line];
      const made =
        own.length === 0 ? [] : [`StateDirectory=${own.map((folder) => folder.slice(STATE.length)).join(' ')}`];
      return others.length === 0 ? made : [...made, `ReadWritePaths=${others.join(' ')}`];
    });
  return `# Made by "iskaznica setup".\n${lines.join('\n')}`;
}
