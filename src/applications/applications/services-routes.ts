import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { servicesOnly } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { type IntrospectDeps, introspect } from './introspect.ts';
import { IntrospectBody, IntrospectionAnswer } from './services-wire.ts';

/** A service may introspect once per request it serves; each costs as much as GET me. */
const introspections = perCaller({ most: 60_000, within: minutes(1) });

export const servicesRoutes = (deps: IntrospectDeps): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/introspect',
    summary: 'Whether an access token of somebody in the tenant is valid now, and whose it is (RFC 7662)',
    tag: 'Services',
    access: servicesOnly('introspect'),
    limit: introspections,
    audit: [],
    request: { body: IntrospectBody, bodyMayBeForm: true },
    responses: { success: ok(IntrospectionAnswer, 'What it is worth'), refusals: [] },
    handle: ({ body }, caller) => introspect(deps, caller, body.token),
  }),
];
