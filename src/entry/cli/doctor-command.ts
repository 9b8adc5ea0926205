import type { Settings } from '../../platform/config/settings.ts';
import { isLoopbackHost } from '../../platform/http/local-call.ts';
import { type Clock, epochOf, systemClock } from '../../platform/kernel/clock.ts';
import { days, seconds } from '../../platform/kernel/durations.ts';
import { asError, codeOf, messageOf } from '../../platform/kernel/unchecked.ts';
import { checkSmtp } from '../../platform/mail/smtp-transport.ts';
import { collectorHeaders, collectorUrl } from '../../platform/metrics/collector.ts';
import { openBreachList } from '../../sign-in/passwords/breach-list.ts';
import { readSettings, unknownSettings } from '../app/read-settings.ts';
import { unverifiedStores } from '../start/start-warnings.ts';
import { alignedColumns, defineCommand } from './command.ts';
import { examineBackups, examineLeftRuns } from './examine-backups.ts';
import { examineFiles, examineFolder, examineSecret, type Finding } from './examine-folder.ts';
import { examineCounters, examineStore } from './examine-store.ts';

const warn = (text: string): Finding => ({ verdict: 'warn', about: 'network', text });

/** Whether public URL, listening address and trusted proxies fit together. */
export function examineNetwork({ server, reset, storage }: Settings): Finding[] {
  const { host, publicUrl, trustedProxies } = server;
  const { protocol, hostname } = new URL(publicUrl);
  const isPublic = !isLoopbackHost(hostname);
  const found: Finding[] = [];
  if (isPublic && protocol === 'http:')
    found.push(warn(`${publicUrl} is not https: passwords and tokens are sent unencrypted`));
  if (protocol === 'https:' && trustedProxies.length === 0)
    found.push(
      warn('https ends at a proxy, but SVC_TRUSTED_PROXIES is empty: all clients share its address and its limits'),
    );
  if (!isPublic && !isLoopbackHost(host))
    found.push(
      warn(`listens on ${host}, but SVC_PUBLIC_URL is ${publicUrl}: links in mails work only on this machine`),
    );
  if (isPublic && reset.revealResetToken)
    found.push(warn('SVC_REVEAL_RESET_TOKEN=1: anybody can get a password reset link'));
  found.push(...unverifiedStores(storage).map(warn));
  return found.length > 0 ? found : [{ verdict: 'ok', about: 'network', text: `${publicUrl}, listening on ${host}` }];
}

/** Whether the mail server accepts the configured connection: greeting, TLS, authentication. Sends nothing. */
async function examineMail({ mail, server }: Settings): Promise<Finding[]> {
  const about = 'mail';
  if (mail.smtpHost === '') {
    const verdict = isLoopbackHost(new URL(server.publicUrl).hostname) ? 'ok' : 'warn';
    return [{ verdict, about, text: 'recorded as files: nobody gets any, since SVC_SMTP_HOST is not set' }];
  }
  const { smtpHost, smtpPort, smtpTls, smtpUser } = mail;
  const failure = await checkSmtp({ mail });
  if (failure !== undefined) return [{ verdict: 'WRONG', about, text: `${smtpHost}:${smtpPort}: ${failure}` }];
  const as = smtpUser === '' ? 'without signing in' : `signed in as ${smtpUser}`;
  const found: Finding[] = [{ verdict: 'ok', about, text: `${smtpHost}:${smtpPort} answers; TLS ${smtpTls}, ${as}` }];
  if (smtpTls === 'none' && !isLoopbackHost(smtpHost))
    found.push({
      verdict: 'warn',
      about,
      text: 'SVC_SMTP_TLS=none: mails with links go over the network in the clear',
    });
  return found;
}

/** Whether the collector accepts an empty message. */
async function examineTracing({ tracing }: Settings): Promise<Finding[]> {
  if (tracing.endpoint === '') return [];
  const url = collectorUrl(tracing);
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { ...collectorHeaders(tracing), 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      redirect: 'error',
      signal: AbortSignal.timeout(seconds(3)),
    });
    if (status === 200) return [{ verdict: 'ok', about: 'traces', text: `${url} takes them` }];
    return [{ verdict: 'WRONG', about: 'traces', text: `${url} answers with ${status}` }];
  } catch (error) {
    const { cause, message } = asError(error);
    return [{ verdict: 'WRONG', about: 'traces', text: `${url} does not answer: ${codeOf(cause) ?? message}` }];
  }
}

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary:
    'Examines settings, network, folders, store, keys, chain, clock, mail server, backups and traces. Changes nothing; fails when something is wrong.',
  options: {},
  run: async () => {
    const settings = readSettings();
    const findings = [
      ...examineSettings(settings),
      ...examineNetwork(settings),
      ...examineSecret(settings),
      ...examineFolder(settings),
      ...(await examineFiles(settings)),
      ...(await examineBreachList(settings, systemClock)),
      ...(await examineStore(settings, systemClock)),
      ...(await examineCounters(settings)),
      ...(await examineMail(settings)),
      ...(await examineBackups(settings, systemClock)),
      ...(await examineLeftRuns(settings)),
      ...(await examineTracing(settings)),
    ];
    console.log(alignedColumns(findings.map(({ verdict, about, text }) => [verdict, about, text])));
    const wrong = findings.filter(({ verdict }) => verdict === 'WRONG').length;
    if (wrong > 0) throw new Error(`\nWRONG: ${wrong} of ${findings.length} findings.`);
  },
});

/** Only valid settings get here: reading invalid ones fails with the full list. */
function examineSettings({ server, storage }: Settings): Finding[] {
  const unknown = unknownSettings().map(
    (name): Finding => ({
      verdict: 'warn',
      about: 'settings',
      text: `${name} is not a setting: a typing error?`,
    }),
  );
  const store = storage.databaseUrl ? 'PostgreSQL' : 'the embedded database';
  return [{ verdict: 'ok', about: 'settings', text: `usable; ${server.publicUrl} over ${store}` }, ...unknown];
}

/** New leaks appear all the time, so an old list misses more every month. */
const OLD_AFTER = days(365);

/** Reads all of it, which takes some seconds for each gigabyte. */
async function examineBreachList({ breachedPasswords }: Settings, clock: Clock): Promise<Finding[]> {
  if (breachedPasswords.file === '') return [];
  const about = 'breach list';
  try {
    const list = await openBreachList(breachedPasswords.file);
    try {
      if (!(await list.isWhole()))
        return [{ verdict: 'WRONG', about, text: `${breachedPasswords.file} is damaged: its checksum differs` }];
      const text = `${list.count} passwords, of ${list.builtAt.slice(0, 10)}; the checksum is right`;
      if (clock.now() - epochOf(list.builtAt) <= OLD_AFTER) return [{ verdict: 'ok', about, text }];
      return [{ verdict: 'warn', about, text: `${text}; it is over a year old: build a newer one` }];
    } finally {
      await list.close();
    }
  } catch (error) {
    return [{ verdict: 'WRONG', about, text: messageOf(error) }];
  }
}
