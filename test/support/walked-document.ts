import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

/** The paths that a document's commands name; each is a separate folder here. */
const PLACES = [
  ...['/opt/iskaznica', '/etc/iskaznica', '/etc/systemd/system', '/etc/caddy', '/usr/local/bin', '/var/lib/iskaznica'],
];
/** The path that two machines share. */
const SHARED = ['/mnt/backup', '/mnt/safe'];

/** Commands that would change the machine of the test; they are left out. */
const LEFT_OUT = ['apt-get', 'chown', 'git', 'npm', 'useradd'];

const SETPRIV = 'while case $1 in --*) true ;; *) false ;; esac; do shift; done\nexec "$@"\n';

/** Starts what the unit starts, with its settings, and waits until it is ready, as systemd does. */
const SYSTEMCTL = `
echo "$*" >> "$HERE/systemctl.log"
case "$*" in
  'enable --now iskaznica' | 'restart iskaznica') ;;
  *) exit 0 ;;
esac
unit=$(sed -e "s#/opt/iskaznica#$HERE/opt/iskaznica#g; s#/etc/iskaznica#$HERE/etc/iskaznica#g; s#=/var/lib/#=$HERE/var/lib/#g" "$HERE/etc/systemd/system/iskaznica.service")
of() { printf '%s\\n' "$unit" | sed -n "s/^$1=-\\?//p"; }
if [ -e "$HERE/service.pid" ]; then
  kill "$(cat "$HERE/service.pid")"
  while kill -0 "$(cat "$HERE/service.pid")" 2>/dev/null; do sleep 0.1; done
fi
set -a
while IFS= read -r line; do
  case $line in '' | '#'*) ;; *) export "$line" ;; esac
done < "$(of EnvironmentFile)"
eval "$(of Environment)"
cd "$(of WorkingDirectory)"
$(of ExecStart) >> "$HERE/journal.log" 2>&1 &
echo $! > "$HERE/service.pid"
until curl --fail --silent --output /dev/null "http://127.0.0.1:$SVC_PORT/health/ready"; do
  kill -0 "$(cat "$HERE/service.pid")" || exit 1
  sleep 0.1
done
`;

/** A machine on which a document's commands are run: folders for the paths it names, and the program where it puts it. */
export interface WalkedMachine {
  readonly port: number;
  /** The folder here that stands for a path of the document. */
  place(path: string): string;
  /** The calls of systemctl. */
  readonly told: () => string[];
  /** Runs commands as written in a document. @throws Error with their output when one of them fails */
  run(commands: string): Promise<string>;
}

interface MachineStart {
  readonly port: number;
  /** More texts of the documents, and their replacements here. */
  readonly words?: Readonly<Record<string, string>>;
  /** The machine whose `/mnt` this one mounts as well. */
  readonly beside?: WalkedMachine;
}

export function walkedMachine(t: TestContext, { port, words = {}, beside }: MachineStart): WalkedMachine {
  const here = mkdtempSync(join(tmpdir(), 'iskaznica-walk-'));
  t.after(() => {
    endService(join(here, 'service.pid')); // before its folder goes, which says which process it is
    rmSync(here, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  for (const place of PLACES) mkdirSync(join(here, place), { recursive: true });
  if (beside) symlinkSync(beside.place('/mnt'), join(here, 'mnt'));
  else for (const place of SHARED) mkdirSync(join(here, place), { recursive: true });
  for (const name of ['bin', 'deploy', 'node_modules', 'package.json', 'src', 'web'])
    symlinkSync(join(ROOT, name), join(here, '/opt/iskaznica', name));
  const stubs = join(here, 'stubs');
  mkdirSync(stubs);
  const stub = (name: string, text: string) => {
    writeFileSync(join(stubs, name), `#!/bin/sh\n${text}`);
    chmodSync(join(stubs, name), 0o755);
  };
  for (const name of LEFT_OUT) stub(name, 'exit 0\n');
  stub('setpriv', SETPRIV);
  stub('systemctl', SYSTEMCTL);
  const place = (path: string) => join(here, path);
  const translate = (text: string) => {
    const worded = Object.entries(words).reduce((all, [from, to]) => all.replaceAll(from, to), text);
    const placed = [...PLACES, ...SHARED].reduce((all, path) => all.replaceAll(path, `\0${path}`), worded);
    return placed.replaceAll('\0', here).replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
  };
  const env = {
    HERE: here,
    SVC_PORT: String(port),
    HOME: here,
    PATH: `${stubs}:${place('/usr/local/bin')}:/usr/sbin:/usr/bin:/sbin:/bin`,
  };
  return {
    port,
    place,
    told: () => readFileSync(place('systemctl.log'), 'utf8').trim().split('\n'),
    run: (commands) => runShell(translate(commands), env, here),
  };
}

/** Blocks of commands of a document, in order, by the heading above them. */
export function commandsOf(document: string): { heading: string; commands: string }[] {
  const text = readFileSync(join(ROOT, 'docs/walks', document), 'utf8');
  return text.split(/^## /m).flatMap((part) =>
    [...part.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => ({
      heading: part.split('\n')[0] ?? '',
      commands,
    })),
  );
}

/** The settings that a document gives as a block of their own. */
export function settingsIn(document: string): Record<string, string> {
  const text = readFileSync(join(ROOT, 'docs/walks', document), 'utf8');
  const [, block = ''] = /^```ini\n([\s\S]*?)^```$/m.exec(text) ?? [];
  return Object.fromEntries([...block.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
}

async function runShell(commands: string, env: Readonly<Record<string, string>>, cwd: string): Promise<string> {
  const child = spawn('/bin/sh', ['-e', '-c', commands], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void chunks.push(text));
  const [code] = (await once(child, 'exit')) as [number | null];
  const output = chunks.join('');
  if (code !== 0) throw new Error(`${commands}\nended with ${code}: ${output}`);
  return output;
}

function endService(file: string): void {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
  } catch {
    // it was never started, or has ended
  }
}
