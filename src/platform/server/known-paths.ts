import router from 'find-my-way';
import type { Method } from '../http/define-route.ts';
import { memoise } from '../kernel/memoise.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface KnownPaths {
  add(method: Method, pattern: string): void;
  /** The methods of a path, as in `Allow`; empty for an unknown path. */
  methodsOf(path: string): string[];
}

/**
 * Fastify answers 404 for a wrong method; this tells 404 from 405 (RFC 9110 §15.5.6). Its router is built when it is first asked,
 * after every route was added.
 */
export function knownPaths(): KnownPaths {
  const added: [Method, string][] = [];
  const routes = memoise(() => {
    const built = router();
    for (const [method, pattern] of added) built.on(method, pattern, () => {});
    return built;
  });
  return {
    add: (method, pattern) => added.push([method, pattern]),
    methodsOf: (path) => {
      const found: string[] = METHODS.filter((method) => routes().find(method, path) !== null);
      if (found.includes('GET')) found.push('HEAD');
      return found.length > 0 ? [...found, 'OPTIONS'] : [];
    },
  };
}
