import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
