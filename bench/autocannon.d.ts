/** The part of autocannon's API in use; the package has no types. */
declare module 'autocannon' {
  /** One connection. */
  interface Client {
    setHeadersAndBody(headers: Readonly<Record<string, string>>, body: string | undefined): void;
  }

  interface Load {
    readonly url: string;
    readonly method?: 'GET' | 'POST';
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly setupClient?: (client: Client) => void;
  }

  interface Result {
    readonly requests: { readonly total: number };
    /** Seconds. */
    readonly duration: number;
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
  }

  export default function autocannon(load: Load): Promise<Result>;
}
