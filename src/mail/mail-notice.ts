import type { Instant } from '../kernel/clock.ts';
import { croatianTime, englishTime } from './mail-dates.ts';
import type { MailText } from './mail-template.ts';
import { alarm } from './mail-template-alarm.ts';

type Words = readonly [subject: string, sentence: string];

/** The texts of a kind whose only parameter is the time. */
interface NoticeTemplate {
  readonly hr: (params: { readonly at: Instant }) => MailText;
  readonly en: (params: { readonly at: Instant }) => MailText;
}

/** Builds a notice about an event of the recipient's account: one sentence, the time, and what to do if it was not them. */
export function notice(
  hr: Words,
  en: Words,
  more: readonly [hr: string, en: string] | readonly [] = [],
): NoticeTemplate {
  return {
    hr: ({ at }) => ({
      subject: hr[0],
      paragraphs: [`${hr[1]} ${croatianTime(at)}.`, ...more.slice(0, 1), ...alarm.hr.paragraphs],
      button: alarm.hr.button,
      notes: [],
    }),
    en: ({ at }) => ({
      subject: en[0],
      paragraphs: [`On ${englishTime(at)} ${en[1]}.`, ...more.slice(1), ...alarm.en.paragraphs],
      button: alarm.en.button,
      notes: [],
    }),
  };
}
