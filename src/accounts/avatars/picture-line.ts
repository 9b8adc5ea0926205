import { AppError } from '../../platform/kernel/app-error.ts';
import { type CallLine, callLine } from '../../platform/kernel/call-line.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { avatarErrors } from './avatars-errors.ts';

/** A picture takes half a second at most, so the last in the line waits about eight. */
const LONGEST = 16;
const MOST_OF_A_CALLER = 8;

/**
 * The line of pictures to decode. A large one takes a core for half a second and a hundred megabytes; one at a time limits both
 * and leaves the other cores to sign-ins. A full line refuses with `avatars.busy` (503).
 */
export const pictureLine = (): CallLine =>
  callLine({ atOnce: 1, longest: LONGEST, perCaller: MOST_OF_A_CALLER, full: tooBusy });

export const tooBusy = () => new AppError(avatarErrors['avatars.busy'], { retryAfter: seconds(2) });
