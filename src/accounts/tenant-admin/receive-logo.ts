import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { UploadedForm } from '../../platform/http/uploaded-form.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import type { TurnQueue } from '../../platform/kernel/turn-queue.ts';
import { AVATAR_MEDIA_TYPES, formatOf } from '../avatars/avatar.ts';
import { avatarErrors } from '../avatars/avatars-errors.ts';
import { renderPicture } from '../avatars/render-picture.ts';
import type { UploadMemory } from '../avatars/upload-memory.ts';

/** Logos are shown up to 240 × 40, on screens with up to three device pixels per CSS pixel. */
const WIDEST = 720;
const HIGHEST = 240;

/**
 * Re-encodes a logo from its pixels: as PNG, which every mail program shows and which keeps transparency, with at most 256
 * colours, since it is attached to each mail.
 * @throws AppError `avatars.unreadable` or `avatars.too_many_pixels` (422)
 */
const renderLogo = (upload: Buffer): Promise<Buffer> =>
  renderPicture(upload, { width: WIDEST, height: HIGHEST }, (image) => image.png({ palette: true, quality: 90 }));

export interface LogoDeps {
  readonly line: TurnQueue;
  readonly memory: UploadMemory;
}

/** The form of an upload. */
export const LOGO_FORM = { mostBytes: 2 * 1024 * 1024, mediaTypes: AVATAR_MEDIA_TYPES };

export const logoRefusals = Object.values(avatarErrors);

export interface ReceivedLogo {
  /** The name of the picture, never reused. */
  readonly name: string;
  /** Base64, since the engines have different types for bytes. */
  readonly png: string;
  readonly bytes: number;
}

/**
 * Re-encodes the uploaded picture.
 * @throws AppError what reading a form throws; `avatars.type` (415), `avatars.unreadable`, `avatars.too_many_pixels`
 * (422), `avatars.busy` (503)
 */
export const receiveLogo = (
  { line, memory }: LogoDeps,
  { context }: AuditedCall,
  form: Pick<UploadedForm, 'firstFile'>,
): Promise<ReceivedLogo> => {
  const caller = context.actor?.id ?? 0;
  return memory.holding(caller, async (collect) => {
    const upload = await form.firstFile(collect);
    if (formatOf(upload) === undefined) throw new AppError('avatars.type');
    const png = await line.run(caller, () => renderLogo(upload));
    return { name: opaqueId(), png: png.toString('base64'), bytes: png.length };
  });
};
