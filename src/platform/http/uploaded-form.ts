import type { IncomingMessage } from 'node:http';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error.ts';
import { codeOf } from '../kernel/unchecked.ts';
import { InvalidRequest } from './request-refusal.ts';

/** The form (`multipart/form-data`, RFC 7578) that a route accepts. */
export interface FormStatement {
  /** Size of the file, in bytes. */
  readonly mostBytes: number;
  /** For the documentation only: whoever takes the file checks its bytes. */
  readonly mediaTypes: readonly string[];
  /** Text fields by name, each with a description. Without them only the file is read. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The result of `take`, and the text fields before and after the file. Of duplicates the last counts. */
export interface ReadForm<Result> {
  readonly file: Result;
  readonly fields: ReadonlyMap<string, string>;
}

/** Takes a file; `name` is what its sender calls it, and may be anything. */
type TakeFile<Result> = (chunks: AsyncIterable<Buffer>, name: string) => Promise<Result>;

/** A form that is not read yet. A handler calls one of these functions, once. */
export interface UploadedForm {
  /**
   * Passes the first file to `take`, whatever its field name; the rest is discarded.
   * @throws AppError `request.too_large` (413), also inside `take`; `auth.revoked` (401) when the sign-in ended
   * meanwhile; InvalidRequest (422) for a form without a file or one that breaks off
   */
  firstFile<Result>(take: (chunks: AsyncIterable<Buffer>) => Promise<Result>): Promise<Result>;
  /** Like `firstFile`, with the text fields the route declares. @throws what `firstFile` throws */
  fileAndFields<Result>(take: TakeFile<Result>): Promise<ReadForm<Result>>;
  /** Reads and discards the body. @throws AppError `request.too_large` (413) */
  discard(): Promise<void>;
}

const KIBI = 1024;
/** Allowance for boundaries, part headers and the small fields beside the file. */
const BESIDE_FILE = 64 * KIBI;
const LIMITS = { parts: 20, fieldSize: 16 * KIBI, headerPairs: 20 };

/**
 * Lets the routes of this scope accept forms and nothing else: other bodies are 415, an empty one counts as none.
 * Outside the scope forms are 415, and requests skip the plugin's hooks.
 */
export function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => {
    const answer = once((error: Error | null) => done(error, undefined));
    payload.on('data', () => answer(new AppError('request.media_type')));
    payload.once('end', () => answer(null));
  });
  scope.register(multipart, { throwFileSizeLimit: false });
}

/**
 * The form of a request in a scope of `readForms`. It may take minutes to arrive, so `requireLive` runs once it is
 * complete, before anything is done with it.
 */
export function uploadedForm(
  request: FastifyRequest,
  statement: FormStatement,
  requireLive: () => Promise<void>,
): UploadedForm {
  const { raw } = request;
  const most = statement.mostBytes + BESIDE_FILE;
  const announced = Number(request.headers['content-length'] ?? 0);
  const fileAndFields: UploadedForm['fileAndFields'] = async (take) => {
    if (!request.isMultipart()) throw noFile();
    if (announced > most) throw letFlow(raw, tooLarge());
    let file: MultipartFile['file'] | undefined;
    // A chunked form announces no size. Destroying the file stops its reader.
    const excess = new Promise<never>((_, reject) =>
      watchSize(raw, most, () => {
        file?.destroy(tooLarge());
        reject(tooLarge());
      }),
    );
    const reading = takeFirst(request, statement, take, (found) => {
      file = found;
    });
    try {
      const read = await Promise.race([reading, excess]);
      await requireLive();
      return read;
    } finally {
      letFlow(raw);
    }
  };
  return {
    firstFile: async (take) => (await fileAndFields(take)).file,
    fileAndFields,
    discard: async () => {
      if (announced > most) throw letFlow(raw, tooLarge());
      if (raw.readableEnded) return;
      await new Promise<void>((resolve, reject) => {
        watchSize(raw, most, () => reject(tooLarge()));
        raw.once('end', resolve).once('close', resolve);
      });
    },
  };
}

async function takeFirst<Result>(
  request: FastifyRequest,
  { mostBytes, fields: wanted = {} }: FormStatement,
  take: TakeFile<Result>,
  found: (file: MultipartFile['file']) => void,
): Promise<ReadForm<Result>> {
  let taken: { file: Result } | undefined;
  const fields = new Map<string, string>();
  for await (const part of partsOf(request, mostBytes)) {
    if (part.type !== 'file') {
      if (part.valueTruncated) throw tooLarge();
      if (Object.hasOwn(wanted, part.fieldname)) fields.set(part.fieldname, String(part.value));
      continue;
    }
    if (taken === undefined) {
      found(part.file);
      taken = { file: await take(chunksOf(part.file), part.filename ?? '') };
    }
    part.file.resume();
  }
  if (taken === undefined) throw noFile();
  return { ...taken, fields };
}

async function* partsOf(request: FastifyRequest, fileSize: number) {
  try {
    yield* request.parts({ limits: { ...LIMITS, fileSize } });
  } catch (cause) {
    throw formRefusal(cause);
  }
}

/** The parser truncates a file that is too large and ends it as if it were complete. */
async function* chunksOf(file: MultipartFile['file']): AsyncGenerator<Buffer> {
  try {
    yield* file satisfies AsyncIterable<Buffer>;
  } catch (cause) {
    throw formRefusal(cause);
  }
  if (file.truncated) throw tooLarge();
}

function watchSize(raw: IncomingMessage, most: number, exceeded: () => void): void {
  let received = 0;
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > most) exceeded();
  });
}

/**
 * Discards the unread rest, so that a client that sends everything before it reads still gets its response. The request
 * timeout limits this. Node does the same with unread bodies.
 */
function letFlow<Cause>(raw: IncomingMessage, cause?: Cause): Cause | undefined {
  raw.unpipe();
  raw.resume();
  return cause;
}

/** The parser's errors: a limit, a lost client, or a malformed form. */
function formRefusal(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const code = codeOf(cause) ?? '';
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return new AppError('request.too_large', { cause });
  if (code === 'FST_MP_PREMATURE_CLOSE') return new AppError('request.malformed', { cause });
  return new InvalidRequest([{ loc: ['body'], msg: 'Obrazac nije ispravan.', type: 'form_invalid' }], cause);
}

const tooLarge = () => new AppError('request.too_large');

const noFile = () => new InvalidRequest([{ loc: ['body', 'file'], msg: 'Nema datoteke.', type: 'missing' }]);

function once<Argument>(act: (argument: Argument) => void): (argument: Argument) => void {
  let done = false;
  return (argument) => {
    if (!done) act(argument);
    done = true;
  };
}
