import { lookup } from 'node:dns/promises';
import { connect, isIPv4, isIPv6, type LookupFunction, type Socket } from 'node:net';
import type { Milliseconds } from '../kernel/durations.ts';

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
