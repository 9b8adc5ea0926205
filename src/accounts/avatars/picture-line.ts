import { AppError } from '../../platform/kernel/app-error.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { type TurnQueue, turnQueue } from '../../platform/kernel/turn-queue.ts';
import { avatarErrors } from './avatars-errors.ts';

/** A picture takes half a second at most, so the last in the line waits about eight. */
const LONGEST = 16;
const MOST_OF_A_CALLER = 8;

/**
 * The line of pictures to decode. A large one takes a core for half a second and a hundred megabytes; one at a time limits both
 * and leaves the other cores to sign-ins. A full line refuses with `avatars.busy` (503).
 */
export const pictureLine = (): TurnQueue =>
  turnQueue({ mostRunning: 1, mostWaiting: LONGEST, mostWaitingPerCaller: MOST_OF_A_CALLER, full: tooBusy });

export const tooBusy = () => new AppError(avatarErrors['avatars.busy'], { retryAfter: seconds(2) });
