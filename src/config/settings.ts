import { join, resolve } from 'node:path';
import { firstAdminProblems, firstAdminSettings } from './first-admin-settings.ts';
import { googleSettings } from './google-settings.ts';
import { keySettings } from './key-settings.ts';
import { mailProblems, mailSettings } from './mail-settings.ts';
import { passwordSettings } from './password-settings.ts';
import { privacySettings } from './privacy-settings.ts';
import { resetSettings } from './reset-settings.ts';
import { inactivityProblems, retentionSettings } from './retention-settings.ts';
import { secondFactorSettings } from './second-factor-settings.ts';
import { secretWeakness } from './secret-strength.ts';
import { metricsTokenProblems, serverSettings } from './server-settings.ts';
import { sessionSettings } from './session-settings.ts';
import { type Environment, readSection, type Section, type Values } from './setting.ts';
import { signInSettings } from './sign-in-settings.ts';
import { storageSettings } from './storage-settings.ts';

/** Every section by its title, in the order of docs/configuration.md. */
export const settingSections = {
  server: serverSettings,
  storage: storageSettings,
  keys: keySettings,
  signIn: signInSettings,
  sessions: sessionSettings,
  passwords: passwordSettings,
  reset: resetSettings,
  secondFactor: secondFactorSettings,
  google: googleSettings,
  mail: mailSettings,
  privacy: privacySettings,
  retention: retentionSettings,
  firstAdmin: firstAdminSettings,
} as const satisfies Record<string, Section>;

export type Settings = { readonly [Title in keyof typeof settingSections]: Values<(typeof settingSections)[Title]> };

/** Names every setting that is wrong, so that one start is enough to see them all. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/**
 * The whole configuration, checked. The only reader of the environment.
 * @throws SettingsError listing every problem
 */
export const readSettings = (env: Environment = process.env): Settings => readFrom(env);

/** The same with other defaults, for a start that is not the usual one. */
export const readSettingsOver = (defaults: Environment, env: Environment = process.env): Settings =>
  readFrom({ ...defaults, ...Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim())) });

function readFrom(env: Environment): Settings {
  const problems: string[] = [];
  const read = Object.entries(settingSections).map(([title, section]) => [title, readSection(section, env, problems)]);
  const settings = Object.fromEntries(read) as Settings;
  problems.push(...crossChecks(settings));
  if (problems.length > 0) throw new SettingsError([...problems, ...firstAdministratorProblems(settings)]);
  return withDerivedDefaults(settings);
}

/**
 * What is wrong with the two settings of the first administrator. By itself it stops no start, since whoever has one leaves
 * them where they are: it is asked for when they are about to be used, and listed beside whatever else is wrong.
 */
export const firstAdministratorProblems = ({ firstAdmin, passwords }: Settings): string[] =>
  firstAdminProblems(firstAdmin, passwords.passwordMin);

/** Names in the environment that look like ours and are not: most likely a typing mistake. */
export function unknownSettings(env: Environment = process.env): string[] {
  const known = Object.values(settingSections).flatMap((section) => Object.values(section).flatMap(namesOf));
  return Object.keys(env).filter((name) => name.startsWith('SVC_') && !known.includes(name));
}

const namesOf = (entry: { name: string; secret: boolean }): string[] =>
  entry.secret ? [entry.name, `${entry.name}_FILE`] : [entry.name];

function crossChecks({ server, storage, keys, sessions, mail, retention }: Settings): string[] {
  const problems: string[] = [...mailProblems(mail), ...metricsTokenProblems(server, keys.secret)];
  const database = storage.databaseUrl?.reveal();
  if (database !== undefined && !isAddressOf(/^postgres(ql)?:\/\//, database))
    problems.push('SVC_DATABASE_URL must be an address that begins with postgres://');
  const redis = storage.redisUrl?.reveal();
  if (redis !== undefined && !isAddressOf(/^rediss?:\/\//, redis))
    problems.push('SVC_REDIS_URL must be an address that begins with redis:// or rediss://');
  if (database !== undefined && keys.secret === undefined)
    problems.push('SVC_SECRET must be set with PostgreSQL: every node needs the same');
  for (const [name, secret] of [
    ['SVC_SECRET', keys.secret],
    ['SVC_SECRET_PREVIOUS', keys.previousSecret],
  ] as const) {
    const weakness = secret && secretWeakness(secret.reveal());
    if (weakness) problems.push(`${name} ${weakness}`);
  }
  if (sessions.refreshDays > sessions.signInDays)
    problems.push('SVC_REFRESH_TTL_DAYS must not exceed SVC_SESSION_MAX_DAYS');
  problems.push(...inactivityProblems(retention, sessions.signInDays));
  return problems;
}

const isAddressOf = (scheme: RegExp, text: string): boolean => scheme.test(text) && URL.canParse(text);

function withDerivedDefaults(settings: Settings): Settings {
  const { host, port } = settings.server;
  const dataDir = resolve(settings.server.dataDir);
  const shown = host.includes(':') ? `[${host}]` : host;
  const server = {
    ...settings.server,
    dataDir,
    filesDir: settings.server.filesDir ? resolve(settings.server.filesDir) : join(dataDir, 'files'),
    publicUrl: settings.server.publicUrl || new URL(`http://${shown}:${port}`).origin,
  };
  return { ...settings, server };
}
