import type { Table } from '../../platform/database/define-table.ts';
import type { Platform } from '../../platform/room/platform.ts';

export interface MergingDeps extends Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'> {
  /** Every table with personal data; complete once every room is open. */
  readonly tables: () => readonly Table[];
}
