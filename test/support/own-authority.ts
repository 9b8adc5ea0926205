import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** Files of a private certificate authority and of a certificate it has signed. */
export interface Authority {
  readonly ca: string;
  /** Of 127.0.0.1 and localhost. */
  readonly server: CertificateFiles;
  readonly client: CertificateFiles;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** `undefined` where there is no openssl. The files belong to `owner`, and go with the test. */
export function makeAuthority(
  t: TestContext,
  { clientName = 'iskaznica', owner }: { clientName?: string; owner?: { uid?: number; gid?: number } } = {},
): Authority | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-authority-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' });
  const issue = (name: string, subject: string, names: string): CertificateFiles => {
    const [cert, key] = [path(`${name}.crt`), path(`${name}.key`)];
    openssl('req', ...KEY, '-subj', `/CN=${subject}`, '-keyout', key, '-out', path('request'));
    writeFileSync(path('names'), `subjectAltName=${names}\n`);
    const by = ['-CA', path('ca.crt'), '-CAkey', path('ca.key'), '-CAcreateserial', '-extfile', path('names')];
    openssl('x509', '-req', '-days', '2', '-in', path('request'), ...by, '-out', cert);
    return { cert, key };
  };
  try {
    const self = ['-x509', '-days', '2', '-subj', '/CN=Test', '-keyout', path('ca.key'), '-out', path('ca.crt')];
    openssl('req', ...KEY, ...self);
  } catch {
    return undefined;
  }
  const server = issue('server', 'localhost', 'DNS:localhost,IP:127.0.0.1');
  const client = issue('client', clientName, `DNS:${clientName}`);
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder)) {
    chmodSync(path(name), 0o600);
    if (owner?.uid !== undefined && owner.gid !== undefined) chownSync(path(name), owner.uid, owner.gid);
  }
  return { ca: path('ca.crt'), server, client };
}
