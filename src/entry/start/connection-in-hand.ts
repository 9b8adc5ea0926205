import type { Worker } from 'node:cluster';

/** The handle that Node.js passes to a process with a connection. */
interface Handle {
  /** Negative once it is closed, which it is after the process has accepted it. */
  readonly fd: number;
  close(): void;
}

/**
 * Remembers the connection that is being passed to a process; there is one at a time. `node:cluster` forgets it when the process
 * dies before accepting it, and the client would wait for ever. Returns a function that cuts that connection.
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
