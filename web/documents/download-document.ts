import type { Document } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { saveFile } from '../components/table/save-file.ts';

/** The browser fetches public files itself, under the name the service gives them. */
export const downloadAddress = ({ url }: Document): string => `${url}?download=1`;

/** A tenant's files come through the client, because a link carries no token. */
export async function downloadWithSignIn({ id, title }: Document): Promise<void> {
  saveFile(await service.either.file('GET /api/documents/{id}/file', id), `${title}.pdf`);
}
