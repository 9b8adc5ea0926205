import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import type { PagesOfFile } from './pages-of-file.ts';

export interface DocumentDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly files: FileStore;
  readonly pagesOfFile: PagesOfFile;
}
