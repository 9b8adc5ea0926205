import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MimePart, parseMessage, textOf } from './mail-message.ts';

/** A mail as the person who got it sees it. */
export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Addresses in the text, each once. */
  readonly links: readonly string[];
  /** Codes of six or eight digits in the text, without their space, each once. */
  readonly codes: readonly string[];
  /** By name in lower case, decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string;
}

/** The mails that were recorded in a data folder, oldest first. */
export function readMails(dataDir: string): ReceivedMail[] {
  const folder = join(dataDir, 'mail');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  return names.sort(inOrder).map((name) => parseMail(readFileSync(join(folder, name), 'utf8')));
}

/** Names are `<time>-<id>.eml`; ids of one instant are compared as numbers. */
const inOrder = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

/** Takes an RFC 5322 message apart as far as the mails of this service need it. */
export function parseMail(raw: string): ReceivedMail {
  const message = parseMessage(raw);
  const text = bodyOf(message, 'text/plain');
  return {
    to: addressIn(message.headers.to ?? ''),
    subject: message.headers.subject ?? '',
    text,
    html: bodyOf(message, 'text/html'),
    links: unique(text.match(/https?:\/\/[^\s<>]+/g) ?? []),
    codes: unique([...text.matchAll(/\b(?:\d{4} \d{4}|\d{3} \d{3})\b/g)].map(([code]) => code.replace(' ', ''))),
    headers: message.headers,
    raw,
  };
}

function bodyOf(part: MimePart, type: string): string {
  if (part.type === type) return textOf(part);
  return part.parts.map((inner) => bodyOf(inner, type)).find((found) => found !== '') ?? '';
}

const addressIn = (header: string): string => /<([^<>]*)>[^<>]*$/.exec(header)?.[1] ?? header.trim();

const unique = (found: readonly string[]): string[] => [...new Set(found)];
