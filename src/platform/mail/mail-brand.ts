import type { Colour } from '../kernel/readable-colour.ts';

/** The branding of the tenant that a mail is from, for its header. */
export interface MailBrand {
  readonly name: string;
  readonly color: Colour | null;
  /** PNG. */
  readonly logo: Buffer | undefined;
}

/** Attached and named by its Content-ID (RFC 2392): mail programs load nothing, and some drop `data:` addresses. */
export const LOGO_CID = 'logo@iskaznica';
