import type { IncomingMessage } from 'node:http';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error.ts';
import { requestErrors } from './http-errors.ts';
import { InvalidRequest } from './request-refusal.ts';

/** What a route says of the form (`multipart/form-data`, RFC 7578) that it takes. */
export interface FormStatement {
  /** Size of the file, in bytes. */
  readonly mostBytes: number;
  /** What the file may be. Only described: whoever takes the file judges its bytes. */
  readonly mediaTypes: readonly string[];
  /** Text fields that come along, by name, with a description each. Without them only the file counts. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The file as `take` left it, and the text fields before and after it. Of two of one name the last counts. */
export interface ReadForm<Result> {
  readonly file: Result;
  readonly fields: ReadonlyMap<string, string>;
}

/** A form that has not been read yet. A handler calls one of these, once. */
export interface UploadedForm {
  /**
   * Hands the first file to `take`, whatever its field is called; the rest of the form flows to nowhere.
   * @throws AppError `request.too_large` (413), also inside `take` while it reads; `auth.revoked` (401) when the sign-in
   * ended meanwhile; InvalidRequest (422) for a form without a file or one that breaks off
   */
  firstFile<Result>(take: (chunks: AsyncIterable<Buffer>) => Promise<Result>): Promise<Result>;
  /** The same, with the text fields that the route names. @throws what `firstFile` throws */
  fileAndFields<Result>(take: (chunks: AsyncIterable<Buffer>) => Promise<Result>): Promise<ReadForm<Result>>;
  /** Reads the body to nowhere, without keeping any of it. @throws AppError `request.too_large` (413) */
  discard(): Promise<void>;
}

const KIBI = 1024;
/** Boundaries, headers of parts, and small fields that come along with the file. */
const BESIDE_FILE = 64 * KIBI;
const LIMITS = { parts: 20, fieldSize: 16 * KIBI, headerPairs: 20 };

/**
 * Lets the routes of this scope take forms, and nothing else: a body of another type is 415, an empty one counts as none.
 * Outside of it forms are 415, and requests are spared the hooks that the plugin adds.
 */
export function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => {
    const answer = once((error: Error | null) => done(error, undefined));
    payload.on('data', () => answer(new AppError(requestErrors['request.media_type'])));
    payload.once('end', () => answer(null));
  });
  scope.register(multipart, { throwFileSizeLimit: false });
}

/**
 * The form of a request in a scope of `readForms`. It may take minutes to come: `requireStanding` is asked once it is here,
 * before anything is done with it.
 */
export function uploadedForm(
  request: FastifyRequest,
  statement: FormStatement,
  requireStanding: () => Promise<void>,
): UploadedForm {
  const { raw } = request;
  const most = statement.mostBytes + BESIDE_FILE;
  const announced = Number(request.headers['content-length'] ?? 0);
  const fileAndFields: UploadedForm['fileAndFields'] = async (take) => {
    if (!request.isMultipart()) throw noFile();
    if (announced > most) throw letFlow(raw, tooLarge());
    let file: MultipartFile['file'] | undefined;
    // A form sent in chunks announces no size. Destroying the file ends whoever reads it.
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
      await requireStanding();
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
  take: (chunks: AsyncIterable<Buffer>) => Promise<Result>,
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
      taken = { file: await take(chunksOf(part.file)) };
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

/** The parser cuts a file that is too large and ends it as if it were whole. */
async function* chunksOf(file: MultipartFile['file']): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of file) yield chunk as Buffer;
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
 * What has not been read flows to nowhere, so that a client that sends before it reads still sees its answer; the time
 * limit of a request ends it. Node does the same with bodies that nobody asked for.
 */
function letFlow<Cause>(raw: IncomingMessage, cause?: Cause): Cause | undefined {
  raw.unpipe();
  raw.resume();
  return cause;
}

/** What the parser throws: its limits, the client gone, or a form that it cannot make sense of. */
function formRefusal(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const { code = '' } = cause as { code?: string };
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return new AppError(requestErrors['request.too_large'], { cause });
  if (code === 'FST_MP_PREMATURE_CLOSE') return new AppError(requestErrors['request.malformed'], { cause });
  return new InvalidRequest([{ loc: ['body'], msg: 'Obrazac nije ispravan.', type: 'form_invalid' }], cause);
}

const tooLarge = () => new AppError(requestErrors['request.too_large']);

const noFile = () => new InvalidRequest([{ loc: ['body', 'file'], msg: 'Nema datoteke.', type: 'missing' }]);

function once<Argument>(act: (argument: Argument) => void): (argument: Argument) => void {
  let done = false;
  return (argument) => {
    if (!done) act(argument);
    done = true;
  };
}
