import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Names every optional platform package in the lockfile. `npm install` leaves out those that its registry does not carry,
 * and `npm ci` then refuses the file as incomplete, on every platform. An entry added here has no hash: it is of a platform
 * that the machine which wrote the file could not fetch for.
 */
interface LockEntry {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly dev?: boolean;
}

const FILE = 'package-lock.json';
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'win32', 'openharmony'];
const PROCESSORS = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64'];

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, LockEntry> };
const missing = Object.entries(lock.packages).flatMap(([path, entry]) => missingOf(path, entry));
for (const [path, entry] of missing) lock.packages[path] = entry;
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)));
if (missing.length > 0) writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} platform packages added to ${FILE}`);

function missingOf(path: string, { optionalDependencies = {}, dev }: LockEntry): [string, LockEntry][] {
  if (path === '') return [];
  const absent = Object.entries(optionalDependencies).filter(
    ([name]) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${path}/node_modules/${name}`],
  );
  return absent.flatMap(([name, version]) => {
    const platform = platformOf(name);
    if (platform === undefined) return [];
    return [
      [`node_modules/${name}`, { version, ...platform, ...(dev ? { dev: true } : {}), optional: true } as LockEntry],
    ];
  });
}

/** Platform packages say in their name what they are for: `…-linux-arm64-musl`. */
function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } | undefined {
  const words = name.split('/').at(-1)?.split('-') ?? [];
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  if (os === undefined || cpu === undefined) return undefined;
  const last = words.at(-1) ?? '';
  const libc =
    os !== 'linux' ? undefined : last.startsWith('musl') ? ['musl'] : last.startsWith('gnu') ? ['glibc'] : undefined;
  return { os: [os], cpu: [cpu], ...(libc ? { libc } : {}) };
}
