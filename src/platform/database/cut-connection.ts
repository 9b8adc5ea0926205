import type pg from 'pg';

interface WithStream {
  readonly connection: { readonly stream: { destroy(): void } };
}

/** Drops a connection without waiting for the server, which pg itself has no way to do. */
export function cutConnection(client: pg.Client): void {
  (client as unknown as WithStream).connection.stream.destroy(); // pg does not type its own connection
}
