import type { FileStore, IsEnough, LocalCopy } from '../../platform/files/files.ts';
import type { TemporaryFile, WriteTemporaryFile } from '../../platform/files/temporary-files.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { convertFile } from './convert-file.ts';
import type { Encoding, Reading } from './import.ts';
import { encodingSniffer, utf16Of } from './sniff-encoding.ts';
import type { Form, SheetFacts } from './table-reader.ts';
import { formOf } from './table-readers.ts';

/** The first entry of a file of LibreOffice (OpenDocument 1.3, part 2, §3.3). */
const OPEN_DOCUMENT = 'mimetypeapplication/vnd.oasis.opendocument';
/** A compound file: workbooks before 2007, and whatever ActorRole encrypts. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Refuses what people take for a table and is none that can be read, each as what it is.
 * @throws AppError `imports.open_document`, `imports.old_workbook` (422)
 */
function refuseOthers(head: Buffer): void {
  if (head.toString('latin1', 30, 30 + OPEN_DOCUMENT.length) === OPEN_DOCUMENT)
    throw new AppError('imports.open_document');
  if (head.subarray(0, 8).equals(COMPOUND)) throw new AppError('imports.old_workbook');
}

const FOLDER = 'imports/';
/** Keys of staged files, and of the temporary files that earlier versions stored beside them. */
const OURS = /^imports\/[\w-]{1,64}\.csv(?:\.part)?$/;

/** A received file that is not inspected yet. */
export interface ReceivedFile extends TemporaryFile {
  readonly encoding: Encoding;
  readonly rivals: Reading['rivals'];
  readonly form: Form;
  readonly sheets: readonly string[];
  /** Of each sheet. */
  readonly facts: readonly SheetFacts[];
}

export interface StagedFiles {
  /**
   * Lets `work` receive files in chunks. They are removed when it ends, unless they were kept.
   * @throws AppError `imports.encoding`, `imports.workbook`, `imports.old_workbook`, and what `convertFile` throws (422), `store.unavailable` (503)
   */
  receiving<Result>(caller: string, work: (receive: ReceiveFile) => Promise<Result>): Promise<Result>;
  /** Keeps a received file, durably, and returns its name. */
  keep(received: ReceivedFile): Promise<string>;
  /** As `FileStore.local`. */
  local(name: string, isEnough?: IsEnough): Promise<LocalCopy>;
  remove(name: string): Promise<void>;
  /** As `FileStore.withTemporaryFiles`, for what is made from a staged file. */
  readonly withTemporaryFiles: FileStore['withTemporaryFiles'];
  /** Removes unused files older than `before` (milliseconds since 1970). */
  sweep(inUse: ReadonlySet<string>, before: Milliseconds): Promise<void>;
}

export type ReceiveFile = (chunks: AsyncIterable<Buffer>) => Promise<ReceivedFile>;

/** Named independently of the import's id, so that the file is durable before the row that refers to it. */
export function stagedFiles(files: FileStore): StagedFiles {
  return {
    receiving: (caller, work) => files.withTemporaryFiles((write) => work((chunks) => receive(caller, write, chunks))),
    keep: async (received) => {
      const name = `${opaqueId()}.csv`;
      await files.put(FOLDER + name, received);
      return name;
    },
    local: (name, isEnough) => files.local(FOLDER + name, isEnough),
    remove: (name) => files.remove(FOLDER + name),
    withTemporaryFiles: files.withTemporaryFiles,
    sweep: async (inUse, before) => {
      for await (const { key, about } of files.list(FOLDER)) {
        if (!OURS.test(key) || inUse.has(key.slice(FOLDER.length))) continue;
        const facts = await about();
        if (facts !== undefined && facts.modified < before) await files.remove(key);
      }
    },
  };
}

async function receive(
  caller: string,
  write: WriteTemporaryFile,
  chunks: AsyncIterable<Buffer>,
): Promise<ReceivedFile> {
  const { head, all } = await withHead(chunks);
  refuseOthers(head);
  const form = formOf(head);
  if (form !== undefined) {
    const { temporary, sheets } = await convertFile(caller, form, await write(all), write);
    const names = sheets.map(({ name }) => name);
    const facts = sheets.map(({ name: _, ...of }) => of);
    return { ...temporary, encoding: 'rows', rivals: [], form, sheets: names, facts };
  }
  const wide = utf16Of(head);
  const text = { form: 'csv', sheets: [], facts: [] } as const;
  if (wide !== undefined) return { ...(await write(asUtf8(wide, all))), encoding: wide, rivals: [], ...text };
  const sniffer = encodingSniffer();
  const temporary = await write(seenBy(sniffer, all));
  return { ...temporary, ...sniffer.decide(), ...text };
}

async function* seenBy({ see }: Pick<ReturnType<typeof encodingSniffer>, 'see'>, chunks: AsyncIterable<Buffer>) {
  for await (const chunk of chunks) {
    see(chunk);
    yield chunk;
  }
}

/** Enough to know a file by. */
const HEAD = 1024;

/** The beginning of a file, and all of it. */
async function withHead(chunks: AsyncIterable<Buffer>): Promise<{ head: Buffer; all: AsyncIterable<Buffer> }> {
  const rest = chunks[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  for (let size = 0; size < HEAD; ) {
    const { value, done } = await rest.next();
    if (done === true) break;
    first.push(value);
    size += value.length;
  }
  async function* all() {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { head: Buffer.concat(first).subarray(0, HEAD), all: all() };
}

async function* asUtf8(encoding: 'utf-16le' | 'utf-16be', chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
