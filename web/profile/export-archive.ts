import { strToU8, zipSync } from 'fflate';

/** The page to read beside the data for programs, in one file. Loaded with the first export. */
export const exportArchive = (page: string, json: string, name: string): Blob =>
  new Blob([Uint8Array.from(zipSync({ [`${name}.html`]: strToU8(page), [`${name}.json`]: strToU8(json) }))], {
    type: 'application/zip',
  });
