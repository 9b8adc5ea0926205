import type pg from 'pg';

/** Drops a connection without waiting for the server. pg offers no way to do so, and does not type its own. */
export function cutConnection(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
