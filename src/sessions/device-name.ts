/** What a sign-in was made from, for the person to recognise it. Texts may be empty; none comes through unfiltered. */
export interface DeviceName {
  /** With its main version: `Chrome 142`. */
  readonly browser: string;
  /** Without a version: browsers have frozen those in the user agent, every Windows says 10 and every macOS 10.15. */
  readonly os: string;
  readonly device: 'desktop' | 'mobile' | 'tablet' | 'other';
}

/** As much as is stored of one. The parser tries a hundred patterns, so it gets no more. */
const LONGEST_READ = 400;
const LONGEST_NAME = 40;

/** Reads a `User-Agent` header, which the client wrote: it may say anything, at any length. */
export async function nameDevice(userAgent: string): Promise<DeviceName> {
  const text = plain(userAgent, LONGEST_READ);
  if (text === '') return { browser: '', os: '', device: 'other' };
  const { parse } = await import('bowser'); // not before somebody asks
  const { browser, os, platform } = parse(text);
  const version = /^\d{1,4}/.exec(browser.version ?? '')?.[0];
  const name = plain(browser.name ?? '', LONGEST_NAME);
  return {
    browser: name !== '' && version !== undefined ? `${name} ${version}` : name,
    os: plain(os.name ?? '', LONGEST_NAME),
    device: DEVICES.find((device) => device === platform.type) ?? 'other',
  };
}

const DEVICES = ['desktop', 'mobile', 'tablet'] as const;

const plain = (text: string, longest: number): string =>
  text
    .slice(0, longest)
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
