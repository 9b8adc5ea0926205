import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Keeps what the engine made of our sources beside the installed packages: a start then neither strips types nor compiles
 * anew. That folder is trusted as the code is; a shared temporary one could be filled by others. Where it cannot be written
 * the start is only slower.
 */
export const keepCompiledCode = (): void => {
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/iskaznica', import.meta.url)));
};
