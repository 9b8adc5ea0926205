import { memoise } from '../../platform/kernel/memoise.ts';

export type ProviderLibrary = typeof import('oidc-provider');

/** The oldest Node.js that the service supports, as in `package.json`. */
const OLDEST_NODE = 24;

/**
 * Loads the library. It warns of an unsupported runtime where Node.js does not call itself LTS, as no version does in the months after its
 * release. The mark is there while the library looks, and only on versions that we support: all its other warnings are printed.
 */
export const loadProvider = memoise(async (): Promise<ProviderLibrary> => {
  const { release, versions } = process;
  const isSupported = Number.parseInt(versions.node, 10) >= OLDEST_NODE;
  if ('lts' in release || !isSupported) return import('oidc-provider');
  Object.defineProperty(release, 'lts', { value: 'Supported', configurable: true });
  try {
    return await import('oidc-provider');
  } finally {
    Reflect.deleteProperty(release, 'lts');
  }
});
