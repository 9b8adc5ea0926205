/**
 * What the service uses of Node's HTTP. Importing from `node:http` reads every export of it, and with one of them loads
 * `fetch` and all it is made of: 60 ms and 15 MB of a start that needs neither.
 */
export const { ServerResponse, Agent: PlainAgent, request: requestPlainly } = process.getBuiltinModule('node:http');
export const { Agent: SecureAgent, request: requestSecurely } = process.getBuiltinModule('node:https');
