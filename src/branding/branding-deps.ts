import type { ImageLine } from '../avatars/image-line.ts';
import type { UploadMemory } from '../avatars/upload-memory.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../kernel/clock.ts';

export interface BrandingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly line: ImageLine;
  readonly memory: UploadMemory;
}
