/** The part of autocannon that is used here; it brings no types of its own. */
declare module 'autocannon' {
  interface Load {
    readonly url: string;
    readonly method?: 'GET' | 'POST';
    readonly body?: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
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
