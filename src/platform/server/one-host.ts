import type { IncomingMessage } from 'node:http';

const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/i;

/**
 * Whether a request names its host as RFC 9112 §3.2 requires: once, as a name or an address. With two, a proxy before us may
 * use the other one. Node's own check is off: it checks less, silently keeps the first and has its own error body.
 */
export function namesOneHost({ rawHeaders, headers: { host }, httpVersion }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion === '1.0';
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts === 1 && HOST.test(host);
}
