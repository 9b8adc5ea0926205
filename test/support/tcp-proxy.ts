import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A proxy to a server, which a test can disturb. */
export interface TcpProxy {
  /** The server's URL through the proxy. */
  readonly url: string;
  /** Breaks all current connections; new ones pass. */
  cut(): void;
  /** Breaks every connection and refuses new ones. */
  refuse(): Promise<void>;
  /** Accepts and keeps connections, but forwards nothing. */
  hang(): void;
  /** Forwards again; connections that hung are broken. */
  restore(): Promise<void>;
}

export async function startTcpProxy(t: TestContext, target: string): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let hanging = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const accept = (near: Socket) => {
    track(near);
    if (hanging) return;
    const far = track(connect(Number(targetPort), hostname));
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  };
  let server = await listen(accept, 0);
  const { port } = server.address() as AddressInfo;
  t.after(() => {
    server.close();
    cut();
  });
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut,
    refuse: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
    hang: () => {
      hanging = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    restore: async () => {
      if (hanging) cut();
      hanging = false;
      if (!server.listening) server = await listen(accept, port);
    },
  };
}

async function listen(accept: (near: Socket) => void, port: number): Promise<Server> {
  const server = createServer(accept).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
