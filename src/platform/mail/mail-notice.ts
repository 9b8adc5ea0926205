import type { Instant } from '../kernel/clock.ts';
import { croatianTime, englishTime } from './mail-dates.ts';
import type { MailText } from './mail-template.ts';
import { alarmUntil, type TakenBackUntil } from './mail-template-alarm.ts';

type Words = readonly [subject: string, sentence: string];

interface About extends TakenBackUntil {
  readonly at: Instant;
}

/** The texts of a kind whose only parameters are times. */
interface NoticeTemplate {
  readonly hr: (params: About) => MailText;
  readonly en: (params: About) => MailText;
}

/** Builds a notice about an event of the recipient's account: one sentence, the time, and what to do if it was not them. */
export function notice(
  hr: Words,
  en: Words,
  more: readonly [hr: string, en: string] | readonly [] = [],
): NoticeTemplate {
  return {
    hr: ({ at, until }) => {
      const { paragraphs, ...closing } = alarmUntil.hr(until);
      return {
        subject: hr[0],
        paragraphs: [`${hr[1]} ${croatianTime(at)}.`, ...more.slice(0, 1), ...paragraphs],
        ...closing,
      };
    },
    en: ({ at, until }) => {
      const { paragraphs, ...closing } = alarmUntil.en(until);
      return {
        subject: en[0],
        paragraphs: [`On ${englishTime(at)} ${en[1]}.`, ...more.slice(1), ...paragraphs],
        ...closing,
      };
    },
  };
}
