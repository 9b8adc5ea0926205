import { keepCompiledCode } from './start/compiled-code.ts';

// Before anything else is loaded: the service itself is imported afterwards.
keepCompiledCode();
const { failStart, serve } = await import('./start/serve.ts');
const { readSettings } = await import('./config/settings.ts');
try {
  await serve(readSettings());
} catch (error) {
  failStart(error);
}
