import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readSettings } from '../app/read-settings.ts';
import { messageOf } from '../kernel/caught-error.ts';
import { askQuestions } from './ask-questions.ts';
import { defineCommand, type Option, UsageError } from './command.ts';
import { settingsFile } from './settings-file.ts';
import { type Answers, QUESTIONS } from './setup-questions.ts';
import { programFolder, systemdUnit } from './systemd-unit.ts';

const SETTINGS = '/etc/iskaznica/env';
const UNIT = '/etc/systemd/system/iskaznica.service';

const NOTES = `What no option answers is asked; where standard input is no terminal, each question takes a line of it, in the order
above, and an empty line or the end of the input takes what is usual. A database password belongs there too: options are seen by
others on the machine. Nothing is written unless all answers can be used together, and nothing is overwritten.`;

const answerOptions = Object.fromEntries(
  QUESTIONS.filter(({ isSecret }) => !isSecret).map(({ option, text }): [string, Option] => [
    option,
    { kind: 'text', about: `${text}.` },
  ]),
);

export const setupCommand = defineCommand({
  name: 'setup',
  summary: 'Asks what a first installation needs, and writes its settings and a systemd unit.',
  options: {
    ...answerOptions,
    settings: { kind: 'text', placeholder: 'file', about: `Settings to write; ${SETTINGS} unless said.` },
    unit: { kind: 'text', placeholder: 'file', about: `systemd unit to write; ${UNIT} unless said.` },
    'no-unit': { kind: 'flag', about: 'Writes no systemd unit.' },
    user: { kind: 'text', placeholder: 'name', about: 'Account that the service runs as; iskaznica unless said.' },
  },
  notes: NOTES,
  run: async (given) => {
    const { settings = SETTINGS, unit = UNIT, user = 'iskaznica', 'no-unit': hasNoUnit } = given;
    if (!/^[a-z_][a-z0-9_-]{0,31}$/.test(user)) throw new UsageError(`--user: ${user} is no name of an account.`);
    const files = { settings: resolve(settings), unit: hasNoUnit ? undefined : resolve(unit) };
    for (const path of [files.settings, files.unit])
      if (path !== undefined && existsSync(path)) throw new Error(`${path} is there already. Nothing was written.`);
    const env = withSecrets(await askQuestions(QUESTIONS, given));
    readSettings(env);
    const written = [{ path: files.settings, text: settingsFile(env), mode: 0o600 }];
    if (files.unit !== undefined) {
      const folders = ['SVC_DATA_DIR', 'SVC_FILES_DIR', 'SVC_BACKUP_DIR'].flatMap((name) => env[name] || []);
      const installed = { program: programFolder(), settings: files.settings, folders, user };
      written.push({ path: files.unit, text: systemdUnit(installed), mode: 0o644 });
    }
    await writeAll(written);
    console.log(nextSteps(env, { ...files, user }));
  },
});

/** What nobody has to think of. Nodes over PostgreSQL need one secret; an embedded store makes its own. */
function withSecrets(answers: Answers): Readonly<Record<string, string>> {
  const secret = () => randomBytes(36).toString('base64url');
  return {
    ...answers,
    ...(answers.SVC_DATABASE_URL ? { SVC_SECRET: secret() } : {}),
    ...(answers.SVC_BACKUP_DIR || answers.SVC_BACKUP_URL ? { SVC_BACKUP_PASSPHRASE: secret() } : {}),
  };
}

interface Written {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

/** All or none. */
async function writeAll(files: readonly Written[]): Promise<void> {
  const made: string[] = [];
  try {
    for (const { path, text, mode } of files) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { mode, flag: 'wx', flush: true });
      made.push(path);
    }
  } catch (error) {
    for (const path of made) await rm(path, { force: true });
    throw new Error(`Nothing was written: ${messageOf(error)}`, { cause: error });
  }
}

function nextSteps(
  { SVC_DATA_DIR = '', SVC_BACKUP_PASSPHRASE }: Answers,
  { settings, unit, user }: { settings: string; unit: string | undefined; user: string },
): string {
  const node = 'node_modules/.bin/node';
  const start =
    unit === undefined
      ? [`  ${node} --env-file=${settings} bin/serve.js`]
      : [
          `  useradd --system --user-group --home-dir ${SVC_DATA_DIR} --shell /usr/sbin/nologin ${user}   # unless it is there`,
          '  systemctl daemon-reload',
          `  systemctl enable --now ${unit.slice(unit.lastIndexOf('/') + 1)}`,
        ];
  return [
    `Written: ${settings}${unit === undefined ? '' : `, ${unit}`}. Start it, from ${programFolder()}:`,
    ...start,
    `Look it over, as the account it runs as: ${node} --env-file=${settings} bin/iskaznica.js doctor`,
    `The first administrator chooses a password by the link in ${SVC_DATA_DIR}/setup-link, valid for an hour.`,
    ...(SVC_BACKUP_PASSPHRASE === undefined
      ? []
      : [`Copy SVC_BACKUP_PASSPHRASE out of ${settings} to a place of its own: no backup opens without it.`]),
  ].join('\n');
}
