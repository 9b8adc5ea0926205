import type { Document } from '../../client/wire-types.ts';
import { saveFile } from '../parts/save-file.ts';
import { service } from '../service.ts';

/** Public files are fetched by the browser itself, under the name that the service gives them. */
export const downloadAddress = ({ url }: Document): string => `${url}?download=1`;

/** Those of a tenant come through the client: a link carries no token. */
export async function downloadWithSignIn({ id, title }: Document): Promise<void> {
  saveFile(await service.documents.file(id), `${title}.pdf`);
}
