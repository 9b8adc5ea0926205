const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Paths whose changing methods are anonymous. The contract fixes the exact list. */
const ANONYMOUS = new Set([
  '/api/auth/login',
  '/api/auth/refresh',
  '/api/auth/forgot-password',
  '/api/auth/password/reset',
  '/api/auth/reset-password',
  '/api/auth/setup-password',
  '/api/auth/google',
  '/api/gdpr/consent',
]);

/**
 * Whether the gate requires a token before anything else. `path` is the route's pattern if one matches
 * (`/api/things/:id`), else the path as sent, so that a parameter value of `avatar` opens nothing.
 */
export function gateAsksForToken(method: string, path: string): boolean {
  if (method === 'OPTIONS') return false;
  const compared = path.toLowerCase(); // routing is case-sensitive; another case must not slip past
  if (compared === '/api/admin' || compared.startsWith('/api/admin/')) return true;
  if (!CHANGING.has(method) || !(compared === '/api' || compared.startsWith('/api/'))) return false;
  return !ANONYMOUS.has(path) && !path.endsWith('/avatar');
}
