import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import type { UploadedForm } from '../../platform/http/uploaded-form.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import type { TurnQueue } from '../../platform/kernel/turn-queue.ts';
import { AVATAR_MEDIA_TYPES, formatOf } from '../avatars/avatar.ts';
import { avatarErrors } from '../avatars/avatars-errors.ts';
import type { UploadMemory } from '../avatars/upload-memory.ts';
import { renderLogo } from './render-logo.ts';

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
    if (formatOf(upload) === undefined) throw new AppError(avatarErrors['avatars.type']);
    const png = await line.run(caller, () => renderLogo(upload));
    return { name: opaqueId(), png: png.toString('base64'), bytes: png.length };
  });
};
