/** The device of a sign-in, for the person to recognise. Texts may be empty, and are always sanitised. */
export interface DeviceName {
  /** With its major version: `Chrome 142`. */
  readonly browser: string;
  /** Without a version: browsers have frozen it in the user agent (every Windows says 10, every macOS 10.15). */
  readonly os: string;
  readonly device: 'desktop' | 'mobile' | 'tablet' | 'other';
}

/** As much as is stored. The parser tries a hundred patterns, so its input is bounded. */
const LONGEST_READ = 400;
const LONGEST_NAME = 40;

/** Parses a `User-Agent` header: client input of any content and length. */
export async function nameDevice(userAgent: string): Promise<DeviceName> {
  const text = plain(userAgent, LONGEST_READ);
  if (text === '') return { browser: '', os: '', device: 'other' };
  const { parse } = await import('bowser'); // loaded on first use
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
