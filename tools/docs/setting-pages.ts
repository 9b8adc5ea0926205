import { settingSections } from '../../src/entry/app/read-settings.ts';
import type { Setting } from '../../src/platform/config/setting.ts';
import { madeBy, markdownTable } from './markdown-table.ts';

type AnySetting = Setting<unknown>;

const sections = Object.entries(settingSections).map(
  ([key, section]) => [titleOf(key), Object.values(section) as AnySetting[]] as const,
);

/** docs/configuration.md: every setting with its range, default and reason. */
export function configurationPage(): string {
  const parts = sections.map(([title, settings]) => `## ${title}\n\n${settingTable(settings)}`);
  return `${madeBy('src/platform/config and the rooms')}\n\n# Configuration\n\n${INTRODUCTION}\n\n${parts.join('\n\n')}\n`;
}

const INTRODUCTION = `Settings are environment variables. An empty one counts as not set. The service checks all of them before it starts; if any
cannot be used, it names them all and ends. It warns about variables that begin with \`SVC_\` and are not listed here.

A secret may come from a file instead: \`SVC_SECRET_FILE=/run/secrets/iskaznica\` in place of \`SVC_SECRET\`. Setting both is
refused. Secrets appear in no log and no answer. \`SVC_SECRET\` and \`SVC_METRICS_TOKEN\` stop the start when they
look like what people make up, or are in a public list of secrets that attackers try; \`SVC_BACKUP_PASSPHRASE\` may be of words, but not of
that list. \`SVC_SECRET_PREVIOUS\` may be either, since that is what one leaves. \`openssl rand -base64 48\` makes one that will do.

One setting of Node.js matters too: \`NODE_EXTRA_CA_CERTS\` names a file with the certificate of an authority of your own, for mail servers,
buckets and identity providers that are certified by it.`;

const settingTable = (settings: readonly AnySetting[]): string =>
  markdownTable(
    ['setting', 'default', 'range', 'what it does, and why'],
    settings.map((entry) => [namesOf(entry), fallbackOf(entry), entry.range, entry.why]),
  );

const namesOf = ({ name, secret }: AnySetting): string =>
  secret ? `\`${name}\`, \`${name}_FILE\` (secret)` : `\`${name}\``;

const fallbackOf = ({ fallback }: AnySetting): string => (fallback === '' ? 'empty' : `\`${fallback}\``);

/** .env.example: the same in the same order, every line commented out. */
export function environmentExample(): string {
  const parts = sections.map(([title, settings]) => `# ${title}\n\n${settings.map(exampleOf).join('\n\n')}`);
  return `${EXAMPLE_HEAD}\n\n${parts.join('\n\n')}\n`;
}

const EXAMPLE_HEAD = `# Every setting with its default; docs/configuration.md explains them. Made from src/platform/config and the rooms by \`npm run fix\`.
# Copy to .env, uncomment what you change, start with: npx node --env-file=.env bin/serve.js`;

function exampleOf({ name, secret, fallback, range, why }: AnySetting): string {
  const twin = secret ? [`# Or ${name}_FILE=/path/to/a/file`] : [];
  return [...comment(why), `# Range: ${range}`, ...twin, `#${name}=${fallback}`].join('\n');
}

/** Comment lines of at most 120 characters. */
const comment = (text: string): string[] =>
  [...text.matchAll(/(\S.{0,116}\S|\S)(?=\s|$)/g)].map(([line]) => `# ${line}`);

/** `firstAdmin` reads as "First admin". */
function titleOf(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
