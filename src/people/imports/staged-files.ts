import type { Draft, WriteDraft } from '../../platform/files/drafts.ts';
import type { FileStore, IsEnough, LocalCopy } from '../../platform/files/files.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import type { Encoding } from './import.ts';
import { encodingSniffer } from './sniff-encoding.ts';

const FOLDER = 'imports/';
/** Keys of staged files, and of the drafts that earlier versions stored beside them. */
const OURS = /^imports\/[\w-]{1,64}\.csv(?:\.part)?$/;

/** A received file that is not inspected yet. */
export interface ReceivedFile extends Draft {
  readonly encoding: Encoding;
}

export interface StagedFiles {
  /**
   * Lets `work` receive files in chunks. They are removed when it ends, unless they were kept.
   * @throws AppError `imports.encoding` (422), `store.unavailable` (503)
   */
  receiving<Result>(work: (receive: ReceiveFile) => Promise<Result>): Promise<Result>;
  /** Keeps a received file, durably, and returns its name. */
  keep(received: ReceivedFile): Promise<string>;
  /** As `FileStore.local`. */
  local(name: string, isEnough?: IsEnough): Promise<LocalCopy>;
  remove(name: string): Promise<void>;
  /** As `FileStore.drafting`, for what is made from a staged file. */
  readonly drafting: FileStore['drafting'];
  /** Removes unused files older than `before` (milliseconds since 1970). */
  sweep(inUse: ReadonlySet<string>, before: Milliseconds): Promise<void>;
}

export type ReceiveFile = (chunks: AsyncIterable<Buffer>) => Promise<ReceivedFile>;

/** Named independently of the import's id, so that the file is durable before the row that refers to it. */
export function stagedFiles(files: FileStore): StagedFiles {
  return {
    receiving: (work) => files.drafting((write) => work((chunks) => receive(write, chunks))),
    keep: async (received) => {
      const name = `${opaqueId()}.csv`;
      await files.put(FOLDER + name, received);
      return name;
    },
    local: (name, isEnough) => files.local(FOLDER + name, isEnough),
    remove: (name) => files.remove(FOLDER + name),
    drafting: files.drafting,
    sweep: async (inUse, before) => {
      for await (const { key, about } of files.list(FOLDER)) {
        if (!OURS.test(key) || inUse.has(key.slice(FOLDER.length))) continue;
        const facts = await about();
        if (facts !== undefined && facts.modified < before) await files.remove(key);
      }
    },
  };
}

async function receive(write: WriteDraft, chunks: AsyncIterable<Buffer>): Promise<ReceivedFile> {
  const sniffer = encodingSniffer();
  const draft = await write(seenBy(sniffer, chunks));
  return { ...draft, encoding: sniffer.decide() };
}

async function* seenBy({ see }: Pick<ReturnType<typeof encodingSniffer>, 'see'>, chunks: AsyncIterable<Buffer>) {
  for await (const chunk of chunks) {
    see(chunk);
    yield chunk;
  }
}
