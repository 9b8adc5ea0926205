/** The engine of this run and its address. The only reader of these variables. */
export const testEngine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

export const testDatabaseUrl = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

/** Set in the pass that has Redis. */
export const testRedisUrl = process.env.TEST_REDIS_URL;

/** Where the statements of the pass on SQLite are recorded. */
export const statementsFolder = process.env.TEST_STATEMENTS;

/** The browser of the journeys, where the run names one. */
export const testChromium = process.env.TEST_CHROMIUM;

/** Whether journeys whose pages are laid out alike walk on a phone too. */
export const walksOnPhonesToo = process.env.TEST_LAYOUTS === 'all';

/** Where page tests save screenshots, if anywhere. */
export const picturesFolder = process.env.PAGES_SHOTS;

/** Where compiled code is kept, for processes that a test starts with an environment of their own. */
export const compileCache: Readonly<Record<string, string>> = process.env.NODE_COMPILE_CACHE
  ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  : {};
