import type { IncomingMessage } from 'node:http';
import type { default as Provider } from 'oidc-provider';
import type { LogoDeps } from '../../accounts/tenant-admin/receive-logo.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { SlidingWindow } from '../../platform/counters/sliding-window.ts';
import type { TakeOver } from '../../platform/http/hand-over.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { PROVIDER_MOUNT } from '../../sign-in/sessions/logout-notices/logout-token.ts';
import { hasApplication } from './applications-store.ts';
import { openProvider, type ProviderDeps } from './open-provider.ts';
import { rememberCall } from './provider-calls.ts';
import { LIBRARY_POLICY } from './provider-pages.ts';

export interface ProviderHost {
  /** @throws AppError 404 `applications.off` before the first application */
  provider(): Promise<Provider>;
  /** Answers a request by the protocol. @throws AppError 404 `applications.off` */
  answerer(call: AuditedCall): Promise<TakeOver>;
}

/** Opens the provider at the first call, and again when its keys have changed. A rotation signs nobody out. */
export function providerHost(deps: ProviderDeps): ProviderHost {
  const { database, keys, publicUrl } = deps;
  let isOn = false;
  let opened: { readonly kids: string; readonly provider: Promise<Provider> } | undefined;
  const provider = async (): Promise<Provider> => {
    isOn ||= await hasApplication(database.read);
    if (!isOn) throw new AppError('applications.off');
    if (keys.idTokenKeys().length === 0) await keys.reload(); // another node has just created the first
    const signing = keys.idTokenKeys();
    const kids = signing.map(({ kid }) => kid).join(' ');
    if (opened?.kids !== kids) opened = { kids, provider: openProvider(deps, signing) };
    return opened.provider;
  };
  return {
    provider,
    answerer: async (call) => {
      const answer = (await provider()).callback();
      return async (request, response) => {
        rememberCall(request, call);
        mount(request, new URL(publicUrl));
        response.setHeader('content-security-policy', LIBRARY_POLICY);
        await answer(request, response);
      };
    },
  };
}

/**
 * More parameters than any real request has. The library's parser takes quadratic time: 4,000 parameters, in 15 KB, block the
 * loop for half a second.
 */
const MOST_PARAMETERS = 100;

/** The target below the mount. With too many parameters only the path, which the library then refuses for lack of them. */
function targetOf(url: string): string {
  const target = url.slice(PROVIDER_MOUNT.length) || '/';
  return target.split('&', MOST_PARAMETERS + 1).length > MOST_PARAMETERS ? target.replace(/\?.*$/s, '') : target;
}

const FORWARDED = /^(?:forwarded|x-forwarded-.*)$/;

/** The library builds addresses from `SVC_PUBLIC_URL`, never from the caller's host and scheme. */
function mount(request: IncomingMessage, { host, protocol }: URL): void {
  for (const name of Object.keys(request.headers)) if (FORWARDED.test(name)) delete request.headers[name];
  Object.assign(request.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) });
  const url = request.url ?? '';
  Object.assign(request, { originalUrl: url, url: targetOf(url) });
}

export interface ApplicationsDeps extends ProviderDeps {
  readonly host: ProviderHost;
  /** One queue for all pictures of the service. */
  readonly pictures: LogoDeps;
  /** By person. */
  readonly wrongUserCodes: SlidingWindow;
}
