import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../kernel/app-error.ts';
import { requestErrors } from './http-errors.ts';

/** Lets handlers send files. The plugin serves no path of its own: routes are declared like all others. */
export function sendStoredFiles(server: FastifyInstance): void {
  server.register(fastifyStatic, { serve: false });
}

/**
 * Sends a file that the service wrote, with ETag, dates and byte ranges. The caller has checked that the service
 * generates such a `name`; a symbolic link in its place is not followed.
 * @throws AppError `request.not_found` (404)
 */
export async function sendStoredFile(
  reply: FastifyReply,
  { folder, name, headers }: { folder: string; name: string; headers: Readonly<Record<string, string>> },
): Promise<FastifyReply> {
  const found = await lstat(join(folder, name)).catch(() => undefined);
  if (!found?.isFile()) throw new AppError(requestErrors['request.not_found']);
  return reply.headers(headers).sendFile(name, folder, { cacheControl: false, dotfiles: 'deny', index: false });
}
