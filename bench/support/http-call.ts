import { type Agent, type IncomingMessage, request } from 'node:http';

export interface CallAnswer {
  readonly status: number;
  readonly text: string;
  readonly rawHeaders: readonly string[];
  /** From handing the request over to the last byte of the answer. */
  readonly ms: number;
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly token?: string;
  readonly cookie?: string;
  readonly body?: object;
}

/** One request over `node:http`, the cheapest client there is: the load shares the cores with what is measured. */
export function httpCall(
  agent: Agent | undefined,
  { method = 'GET', url, token, cookie, body }: Call,
): Promise<CallAnswer> {
  const payload = body && JSON.stringify(body);
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(cookie ? { cookie } : {}),
    ...(payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}),
  };
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, agent, headers }, (answer) => {
      collect(answer, startedAt).then(resolve, reject);
    });
    asking.on('error', reject);
    asking.end(payload);
  });
}

async function collect(answer: IncomingMessage, startedAt: number): Promise<CallAnswer> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  const { statusCode = 0, rawHeaders } = answer;
  return { status: statusCode, text, rawHeaders, ms: performance.now() - startedAt };
}
