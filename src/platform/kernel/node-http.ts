/**
 * The parts of Node's HTTP that the service uses. An import from `node:http` evaluates every export, and one of them loads
 * `fetch`: 60 ms and 15 MB at a start that does not need it.
 */
export const { ServerResponse, Agent: PlainAgent, request: requestPlainly } = process.getBuiltinModule('node:http');
export const { Agent: SecureAgent, request: requestSecurely } = process.getBuiltinModule('node:https');
