import { SettingsError } from '../../platform/config/settings.ts';
import { diskRefusal } from '../../platform/files/durable-writes.ts';
import { type BreachList, openBreachList } from './breach-list.ts';
import { BreachListError } from './breach-list-format.ts';

/** Looks up breached passwords in the operator's own list, without calling any service. */
export interface BreachedPasswords {
  /** @throws AppError 503 when the list cannot be read any more */
  has(password: string): Promise<boolean>;
}

export interface BreachedPasswordsFile extends BreachedPasswords {
  /** @throws SettingsError when the file is missing or damaged */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** With an empty `path` no password is listed. The file is opened once, at the latest on first use. */
export function breachedPasswords(path: string): BreachedPasswordsFile {
  let opened: Promise<BreachList> | undefined;
  const list = () => {
    opened ??= openBreachList(path);
    return opened;
  };
  if (path === '') return { has: async () => false, open: async () => {}, close: async () => {} };
  const open = async () => {
    await list().catch(refuse);
  };
  return {
    open,
    has: async (password) => {
      await open();
      return (await list()).has(password).catch(diskRefusal);
    },
    close: async () => {
      const done = await opened?.catch(() => undefined);
      await done?.close();
    },
  };
}

function refuse(error: unknown): never {
  throw error instanceof BreachListError ? new SettingsError([`SVC_BREACHED_PASSWORDS_FILE: ${error.message}`]) : error;
}
