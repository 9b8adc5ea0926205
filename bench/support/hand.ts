import type { Locator, Page } from 'playwright-core';

/** The keystroke-level model of Card, Moran and Newell: to point, to press a button of the mouse, to press a key, in seconds. */
const [POINT, PRESS, KEY] = [1.1, 0.2, 0.28];

/** Whoever does a task: every click and key is counted, and how long the page lets them wait for what comes next. */
export class Hand {
  clicks = 0;
  keys = 0;
  waited = 0;

  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get seconds(): number {
    return this.clicks * (POINT + PRESS) + this.keys * KEY;
  }

  async click(what: Locator): Promise<void> {
    await this.see(what);
    this.clicks += 1;
    await what.click();
  }

  /** A page of the menu. */
  open(path: string): Promise<void> {
    return this.click(this.page.locator(`nav a[href^="${path}"]`).first());
  }

  /** The field has been reached by a click. */
  async type(into: Locator, text: string): Promise<void> {
    await this.click(into);
    this.keys += text.length;
    await into.fill(text);
  }

  async press(key: string): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }

  /** A list of choices takes two clicks: to open it, and on the choice. */
  async choose(from: Locator, choice: string): Promise<void> {
    await this.see(from);
    this.clicks += 2;
    await from.selectOption({ label: choice });
  }

  /** A file takes two as well: the button, and the file in the dialog of the system. */
  async pick(name: string, content: string): Promise<void> {
    this.clicks += 2;
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
    await this.page.locator('input[type=file]').first().setInputFiles(file);
  }

  /** Waits until something is there, as one does before the next move. */
  async see(what: Locator): Promise<void> {
    const begun = performance.now();
    await what.first().waitFor();
    this.waited += (performance.now() - begun) / 1000;
  }
}
