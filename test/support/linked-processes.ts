import { type ProcessEnd, type ProcessLink, processLink } from '../../src/platform/kernel/process-link.ts';

/** Both ends of a channel within this process. Messages pass through JSON and arrive in a later turn. */
export function linkedProcesses(): { readonly parent: ProcessLink; readonly child: ProcessLink } {
  const listeners: ((message: unknown) => void)[][] = [[], []];
  const end = (own: number): ProcessEnd => ({
    send: (message, done) => {
      const text = JSON.stringify(message);
      setImmediate(() => {
        for (const hear of listeners[1 - own] ?? []) hear(JSON.parse(text));
        done(null);
      });
    },
    onMessage: (listener) => void listeners[own]?.push(listener),
  });
  return { parent: processLink(end(0)), child: processLink(end(1)) };
}
