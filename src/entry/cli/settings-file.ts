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
