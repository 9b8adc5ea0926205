import type { importWords } from './import-words.ts';

interface ImportState {
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'undone';
  readonly dry_run: boolean;
  readonly next_is: 'check' | 'import' | null;
  readonly file_until: string | null;
  readonly created: number;
}

/** Whether the file is still there, to be shown, checked again or run. */
export const hasFile = ({ file_until: until }: Pick<ImportState, 'file_until'>, now: number): boolean =>
  until !== null && Date.parse(until) > now;

/** The state of an import in words. For a finished check this includes what came of it. */
export function importStanding(of: ImportState, now: number): keyof typeof importWords {
  if (!of.dry_run || of.status !== 'completed') return `imports.status.${of.status}`;
  if (of.next_is !== null) return of.next_is === 'check' ? 'imports.status.again' : 'imports.status.imported';
  return hasFile(of, now) && of.created > 0 ? 'imports.status.checked' : 'imports.status.old';
}
