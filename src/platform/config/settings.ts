import { join, resolve } from 'node:path';
import { firstAdminProblems, firstAdminSettings } from './first-admin-settings.ts';
import { mailProblems, mailSettings } from './mail-settings.ts';
import { secretWeakness } from './secret-strength.ts';
import {
  keySettings,
  metricsTokenProblems,
  outgoingSettings,
  serverSettings,
  tracingSettings,
} from './server-settings.ts';
import { type Environment, readSection, type Section, type Values } from './setting.ts';
import { filesProblems, filesSettings, storageSettings } from './storage-settings.ts';

/** The weakest tier that must enrol a second factor; -1 when none must. */
export const enrolTierOf = ({ secondFactor }: Pick<Settings, 'secondFactor'>): number =>
  secondFactor.requiredTier === '' ? -1 : Number(secondFactor.requiredTier);

/** How many days a backup is kept before newer ones replace it; `undefined` if the service does not make backups itself. */
export const backupDaysOf = ({ backup: { everyHours, backupKeep } }: Settings): number | undefined =>
  everyHours === 0 ? undefined : Math.ceil((everyHours * backupKeep) / 24);

/** Sections by their titles. */
export type SettingSections = Readonly<Record<string, Section>>;

export type SettingsOf<Sections extends SettingSections> = {
  readonly [Title in keyof Sections]: Values<Sections[Title]>;
};

/** Sections needed below the rooms. */
const platformSections = {
  server: serverSettings,
  storage: storageSettings,
  files: filesSettings,
  keys: keySettings,
  mail: mailSettings,
  firstAdmin: firstAdminSettings,
  outgoing: outgoingSettings,
  tracing: tracingSettings,
} as const satisfies SettingSections;

/**
 * The values of every section. A room adds its own in its manifest, or in `<room>-settings.ts`, which that lists;
 * `src/entry/app/read-settings.ts` puts them together.
 */
export interface Settings extends SettingsOf<typeof platformSections> {}

/** A room's declaration of its settings. */
export interface DeclaredSettings {
  readonly settings?: SettingSections;
  /** Problems with combinations of valid values. Values that are invalid by themselves are undefined here. */
  readonly settingProblems?: (settings: Settings) => string[];
}

/** Lists every invalid setting, so that one start shows them all. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** Every section by its title, in the order of docs/configuration.md. */
export const sectionsOf = (declared: readonly DeclaredSettings[]): SettingSections =>
  Object.assign({}, platformSections, ...declared.map(({ settings }) => settings ?? {}));

/**
 * The whole configuration, checked. The only reader of the environment.
 * @throws SettingsError listing every problem
 */
export function readDeclared(declared: readonly DeclaredSettings[], env: Environment = process.env): Settings {
  const problems: string[] = [];
  const read = Object.entries(sectionsOf(declared)).map(([title, section]) => [
    title,
    readSection(section, env, problems),
  ]);
  const settings = Object.fromEntries(read) as Settings;
  problems.push(
    ...crossChecks(settings),
    ...declared.flatMap(({ settingProblems }) => settingProblems?.(settings) ?? []),
  );
  if (problems.length > 0) throw new SettingsError([...problems, ...firstAdministratorProblems(settings)]);
  return withDerivedDefaults(settings);
}

/** The environment over other defaults than the usual ones. */
export const environmentOver = (defaults: Environment, env: Environment = process.env): Environment => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim())),
});

/**
 * Problems with the first administrator's two settings. Alone they do not prevent a start, since operators leave these settings
 * in place: they are reported when the settings are about to be used, and together with any other problem.
 */
export const firstAdministratorProblems = ({ firstAdmin, passwords }: Settings): string[] =>
  firstAdminProblems(firstAdmin, passwords.passwordMin);

/** Names in the environment that look like our settings but are not: probably typing errors. */
export function unknownAmong(sections: SettingSections, env: Environment = process.env): string[] {
  const known = Object.values(sections).flatMap((section) => Object.values(section).flatMap(namesOf));
  return Object.keys(env).filter((name) => name.startsWith('SVC_') && !known.includes(name));
}

const namesOf = (entry: { name: string; secret: boolean }): string[] =>
  entry.secret ? [entry.name, `${entry.name}_FILE`] : [entry.name];

function crossChecks({ server, storage, files, keys, mail }: Settings): string[] {
  const problems: string[] = [
    ...mailProblems(mail),
    ...metricsTokenProblems(server, keys.secret),
    ...filesProblems(files, server),
  ];
  if (storage.databaseUrl !== undefined && keys.secret === undefined)
    problems.push('SVC_SECRET must be set with PostgreSQL: every node needs the same');
  // The previous one may be weak: whoever has such a secret must be able to leave it.
  const weakness = keys.secret && secretWeakness(keys.secret.reveal());
  if (weakness) problems.push(`SVC_SECRET ${weakness}`);
  return problems;
}

const LOOPBACK_ADDRESSES = new Set(['127.0.0.1', '::1']);

function withDerivedDefaults(settings: Settings): Settings {
  const { host, port } = settings.server;
  const dataDir = resolve(settings.server.dataDir);
  const bracketed = host.includes(':') ? `[${host}]` : host;
  // Browsers make no passkeys for an address without a name.
  const named = LOOPBACK_ADDRESSES.has(host) ? 'localhost' : bracketed;
  const server = {
    ...settings.server,
    dataDir,
    filesDir: settings.server.filesDir ? resolve(settings.server.filesDir) : join(dataDir, 'files'),
    publicUrl: settings.server.publicUrl || new URL(`http://${named}:${port}`).origin,
  };
  return { ...settings, server };
}
