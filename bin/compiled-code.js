/**
 * Caches V8's compiled code beside the installed packages, so that a start does not compile again, nor strip types where it
 * is from the source: whoever imports this first saves a tenth of a second, and the 17 MB that stripping types takes for good. JavaScript, since the file
 * that turns the cache on cannot come from it. Child processes find it in their environment.
 *
 * That folder is trusted like the code; others could write to a shared temporary one. When it is not writable the start is
 * only slower.
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../node_modules/.cache/iskaznica', import.meta.url));
process.env.NODE_COMPILE_CACHE ??= folder;
// By the default export, since a named one that an old Node.js lacks would fail before it can be called too old.
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
