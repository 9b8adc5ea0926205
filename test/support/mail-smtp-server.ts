import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { parseMail, type ReceivedMail } from './mail-box.ts';

export interface TakenMail extends ReceivedMail {
  readonly secure: boolean;
  readonly from: string;
  readonly recipients: readonly string[];
  readonly user: string | undefined;
}

export interface TestSmtpServer {
  readonly port: number;
  readonly taken: TakenMail[];
  /** Everything that clients have asked this server to do, by step. */
  readonly steps: string[];
}

export interface SmtpBehaviour extends SMTPServerOptions {
  /** The reply to a recipient, unless it is accepted: `451`, `550 text`. */
  readonly refuse?: (address: string) => string | undefined;
  /** The reply to the content. A promise keeps the client waiting. */
  readonly decide?: (mail: TakenMail) => string | undefined | Promise<string | undefined>;
  readonly onPort?: number;
}

/** A real SMTP server on a loopback port with scripted behaviour. */
export async function startSmtpServer(t: TestContext, behaviour: SmtpBehaviour = {}): Promise<TestSmtpServer> {
  const { refuse, decide, onPort = 0, ...options } = behaviour;
  const taken: TakenMail[] = [];
  const steps: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect: (_session, done) => {
      steps.push('connect');
      done();
    },
    onAuth: ({ username, password }, _session, done) => {
      steps.push('auth');
      if (password === 'tajna pošte') done(null, { user: username });
      else done(replyError('535 5.7.8 Authentication failed'));
    },
    onRcptTo: ({ address }, _session, done) => {
      steps.push('recipient');
      done(replyError(refuse?.(address)));
    },
    onData: (stream, session, done) => {
      steps.push('data');
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = takenMail(Buffer.concat(chunks).toString('utf8'), session);
        const refusal = replyError(await decide?.(mail));
        if (refusal === null) taken.push(mail);
        done(refusal);
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(onPort, '127.0.0.1');
  await once(server.server, 'listening');
  t.after(() => new Promise<void>((resolve) => server.close(resolve)));
  return { port: (server.server.address() as AddressInfo).port, taken, steps };
}

function takenMail(raw: string, { envelope, secure, user }: SMTPServerSession): TakenMail {
  const recipients = envelope.rcptTo.map(({ address }) => address);
  const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
  return { ...parseMail(raw), secure, user, from, recipients };
}

function replyError(reply: string | undefined): Error | null {
  if (reply === undefined) return null;
  const [code, ...words] = reply.split(' ');
  return Object.assign(new Error(words.join(' ') || 'No'), { responseCode: Number(code) });
}

/** Accepts connections and runs `talk` on them; silent by default. */
export async function startRawServer(t: TestContext, talk: (socket: Socket) => void = () => {}): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
