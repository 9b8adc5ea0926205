/** What a service can be allowed to do. A route names the scope that opens it to services; most routes name none. */
export const SERVICE_SCOPES = [
  'users:read',
  'users:write',
  'invitations:write',
  'imports:write',
  'audit:read',
  'documents:read',
  'documents:write',
  'stats:read',
  'events:read',
  'introspect',
] as const;

export type ServiceScope = (typeof SERVICE_SCOPES)[number];

export const isServiceScope = (text: string): text is ServiceScope => SERVICE_SCOPES.some((scope) => scope === text);
