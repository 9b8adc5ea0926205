import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf } from '../../platform/kernel/unchecked.ts';
import { readSettings } from '../app/read-settings.ts';
import { askQuestions } from './ask-questions.ts';
import { defineCommand, type Option, UsageError } from './command.ts';
import { isMadeBySystemd, programFolder, settingsFile, systemdUnit } from './setup-files.ts';
import { type Answers, QUESTIONS } from './setup-questions.ts';

const SETTINGS = '/etc/iskaznica/env';
/** Reads settings as systemd does, unquoted: a shell would stumble over `SVC_SMTP_FROM=Savez <…>`. */
const EXPORT_LINES = `while IFS= read -r line; do case $line in '' | '#'*) ;; *) export "$line" ;; esac; done`;
const UNIT = '/etc/systemd/system/iskaznica.service';

const NOTES = `Asks whatever no option answers, in the order above; keys are asked for only with buckets, Redis only with PostgreSQL. If standard
input is not a terminal, each question reads one line of it; an empty line, or the end of the input, takes the default. Give a
database address that contains a password there: other users of the machine can see options. Nothing is written unless the answers
work together, and nothing is overwritten.`;

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
    settings: { kind: 'text', placeholder: 'file', about: `Settings file to write; by default ${SETTINGS}.` },
    unit: { kind: 'text', placeholder: 'file', about: `systemd unit to write; by default ${UNIT}.` },
    'no-unit': { kind: 'flag', about: 'Writes no systemd unit.' },
    user: { kind: 'text', placeholder: 'name', about: 'Account that the service runs as; by default iskaznica.' },
  },
  notes: NOTES,
  run: async (given) => {
    const { settings = SETTINGS, unit = UNIT, user = 'iskaznica', 'no-unit': hasNoUnit } = given;
    if (!/^[a-z_][a-z0-9_-]{0,31}$/.test(user)) throw new UsageError(`--user: ${user} is not a valid account name.`);
    const files = { settings: resolve(settings), unit: hasNoUnit ? undefined : resolve(unit) };
    for (const path of [files.settings, files.unit])
      if (path !== undefined && existsSync(path))
        throw new Error(
          `${path} exists already, so nothing was written. Move it away, or name another file by --settings or --unit.`,
        );
    const env = withSecrets(await askQuestions(QUESTIONS, given));
    readSettings(env);
    const written = [{ path: files.settings, text: settingsFile(env), mode: 0o600 }];
    if (files.unit !== undefined) {
      const installed = { program: programFolder(), settings: files.settings, folders: foldersIn(env), user };
      written.push({ path: files.unit, text: systemdUnit(installed), mode: 0o644 });
    }
    await writeAll(written);
    console.log(nextSteps(env, { ...files, user }));
  },
});

/** Adds generated secrets and the schedule of backups. With PostgreSQL all nodes need one secret; without it the service makes its own. */
function withSecrets(answers: Answers): Readonly<Record<string, string>> {
  const secret = () => randomBytes(36).toString('base64url');
  return {
    ...answers,
    ...(answers.SVC_DATABASE_URL ? { SVC_SECRET: secret() } : {}),
    ...(answers.SVC_BACKUP_DIR || answers.SVC_BACKUP_URL
      ? { SVC_BACKUP_PASSPHRASE: secret(), SVC_BACKUP_EVERY_HOURS: '24' }
      : {}),
  };
}

interface Written {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

/** Writes all of the files or none. */
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

/** The folders that the service writes to. */
const foldersIn = (env: Answers): string[] =>
  ['SVC_DATA_DIR', 'SVC_FILES_DIR', 'SVC_BACKUP_DIR'].flatMap((name) => env[name] || []);

interface Installation {
  readonly settings: string;
  readonly unit: string | undefined;
  readonly user: string;
}

function nextSteps(env: Answers, { settings, unit, user }: Installation): string {
  const { SVC_DATA_DIR = '', SVC_BACKUP_PASSPHRASE } = env;
  const node = 'node_modules/.bin/node';
  const made = foldersIn(env).filter((folder) => !isMadeBySystemd(folder));
  const commands =
    unit === undefined
      ? [`${node} --env-file=${settings} bin/serve.js`, `${node} --env-file=${settings} bin/iskaznica.js doctor`]
      : [
          `useradd --system --user-group --home-dir ${SVC_DATA_DIR} --shell /usr/sbin/nologin ${user}   # unless it exists`,
          ...(made.length === 0 ? [] : [`install -d -m 700 -o ${user} -g ${user} ${made.join(' ')}`]),
          'systemctl daemon-reload',
          `systemctl enable --now ${unit.slice(unit.lastIndexOf('/') + 1)}`,
          // Only root can read the settings, and only the service's account may touch the data.
          `(${EXPORT_LINES} < ${settings}; exec runuser -u ${user} -- ${node} bin/iskaznica.js doctor)`,
        ];
  return [
    `Written: ${settings}${unit === undefined ? '' : `, ${unit}`}. Now create what it needs, start it and examine it, from ${programFolder()}:`,
    ...commands.map((command) => `  ${command}`),
    ...(unit === undefined
      ? []
      : ['Run every other command like that last one; docs/walks/one-server.md, step 2, makes a script of it.']),
    `The first administrator chooses a password by the link in ${SVC_DATA_DIR}/setup-link, valid for an hour.`,
    ...(SVC_BACKUP_PASSPHRASE === undefined
      ? []
      : [
          'A backup is made every day. No backup can be used without these two; keep a copy of each, apart from the backups:',
          `  SVC_BACKUP_PASSPHRASE of ${settings}`,
          `  ${env.SVC_SECRET === undefined ? `${SVC_DATA_DIR}/secret` : `SVC_SECRET of ${settings}`}`,
        ]),
  ].join('\n');
}
