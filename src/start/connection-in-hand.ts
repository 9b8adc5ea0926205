import type { Worker } from 'node:cluster';

/** What Node.js passes to a process with a connection. */
interface Handle {
  /** Negative once it is closed, as it is when the process has taken it. */
  readonly fd: number;
  close(): void;
}

/**
 * Remembers the connection that is on its way to a process: one at a time is. `node:cluster` forgets it when the process dies
 * before it says that it has it, and the client would wait for ever. Returns what cuts that connection.
 */
export function connectionInHand({ process: child }: Worker): () => void {
  let inHand: Handle | undefined;
  const send = child.send.bind(child) as (message: { act?: string }, handle?: unknown, ...rest: unknown[]) => boolean;
  const watched: typeof send = (message, handle, ...rest) => {
    if (message.act === 'newconn') inHand = handle as Handle;
    return send(message, handle, ...rest);
  };
  child.send = watched as typeof child.send;
  return () => {
    if (inHand !== undefined && inHand.fd >= 0) inHand.close();
  };
}
