const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Paths whose changing methods stay anonymous. The list is the contract's and exact. */
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
 * Whether the gate asks for a token before anything else happens. `path` is the pattern of the route where one is known
 * (`/api/things/:id`), else the path as sent: so a parameter whose value is `avatar` opens nothing.
 */
export function gateAsksForToken(method: string, path: string): boolean {
  if (method === 'OPTIONS') return false;
  const compared = path.toLowerCase(); // routing tells cases apart; a wrong case must not find a way round
  if (compared === '/api/admin' || compared.startsWith('/api/admin/')) return true;
  if (!CHANGING.has(method) || !(compared === '/api' || compared.startsWith('/api/'))) return false;
  return !ANONYMOUS.has(path) && !path.endsWith('/avatar');
}
