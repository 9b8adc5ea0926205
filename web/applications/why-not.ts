import type { Say } from '../i18n/texts.ts';

const PROBLEMS = ['address_private', 'host_unknown', 'certificate', 'timed_out'] as const;

/** Why a call of an application failed: the status of its answer in words, or why there was none. */
export function whyNot(error: string, say: Say): string {
  if (error.startsWith('HTTP ')) return say('applications.logouts.error.status', { answer: error });
  return say(`applications.logouts.error.${PROBLEMS.find((problem) => problem === error) ?? 'other'}`);
}
