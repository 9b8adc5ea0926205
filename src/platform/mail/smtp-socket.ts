import { lookup } from 'node:dns/promises';
import { connect, isIPv4, isIPv6, type LookupFunction, type Socket } from 'node:net';
import type { SMTPTransportOptions } from 'nodemailer';
import type { Milliseconds } from '../kernel/durations.ts';
import { isAscii } from '../kernel/text.ts';

export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
}

/** Opens connections to one server; each lookup and connection takes `within` at most. */
export function smtpConnector({ host, port }: SmtpAddress, within: Milliseconds): () => Promise<Socket> {
  const find = sharedLookup();
  return () =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, lookup: find });
      const giveUp = (error: Error) => {
        clearTimeout(timer);
        socket.destroy();
        reject(error);
      };
      const timer = setTimeout(
        () => giveUp(Object.assign(new Error('No connection in time'), { code: 'ETIMEDOUT' })),
        within,
      );
      socket.once('error', giveUp);
      socket.once('connect', () => {
        clearTimeout(timer);
        socket.off('error', giveUp);
        resolve(socket);
      });
    });
}

/**
 * A DNS lookup occupies one of the few threads that hash passwords, for long with a dead name server. All workers share
 * one lookup at a time, so that sign-ins never wait for mail.
 */
function sharedLookup(): LookupFunction {
  let asked: ReturnType<typeof ask> | undefined;
  const ask = (host: string) => lookup(host, { all: true }).finally(() => (asked = undefined));
  return (host, options, callback) => {
    asked ??= ask(host);
    asked.then(
      (found) => {
        const [first] = found;
        if (options.all === true) callback(null, found);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

/** Checks the address actually connected to, so that no name can pass for this machine. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return isIPv4(plain) ? plain.startsWith('127.') : isIPv6(plain) && plain === '::1';
}

/**
 * The domain goes out in ASCII, but letters outside ASCII before the `@` are taken only by a server that offers SMTPUTF8 (RFC 6531 §3.1).
 * The library sends them to any.
 */
export const needsUtf8 = (address: string): boolean => !isAscii(address.slice(0, address.lastIndexOf('@')));

/** What is told of a mail that the server cannot take. `mail-error.ts` finds words for it. */
export const NO_UTF8 =
  'ESMTPUTF8 The mail server does not offer SMTPUTF8, so it takes no letters outside ASCII in an address';

type Options = SMTPTransportOptions & Required<Pick<SMTPTransportOptions, 'getSocket'>>;

/** Asks the server on a connection of its own, with the encryption that is used for sending. */
export async function offersUtf8(options: Options, signal: AbortSignal): Promise<boolean> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const socket = await new Promise<object>((resolve, reject) =>
    options.getSocket(options, (error, found) => (error === null ? resolve(found || {}) : reject(error))),
  );
  const connection = new SMTPConnection({ ...options, ...socket });
  const end = () => connection.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await new Promise<boolean>((resolve, reject) => {
      connection.once('error', reject);
      connection.once('end', () => reject(Object.assign(new Error('The connection ended'), { code: 'ECONNECTION' })));
      // The answer to the last EHLO: after STARTTLS there are two.
      connection.connect((error) => (error ? reject(error) : resolve(/[ -]SMTPUTF8\b/i.test(replyOf(connection)))));
    });
  } finally {
    signal.removeEventListener('abort', end);
    connection.removeAllListeners('end');
    connection.on('error', () => {}); // nobody waits for it any more
    connection.quit();
  }
}

/** Public in the library, but not in its types. */
const replyOf = (connection: object): string =>
  String((connection as { lastServerResponse?: unknown }).lastServerResponse);
