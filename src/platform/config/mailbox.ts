/** A sender, `Name <address>`, parsed. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/**
 * One dot-atom address (RFC 5322 §3.4.1) with an optional name before it, quoted or not. Nothing that ends a header
 * line.
 */
const MAILBOX =
  /^(?:(?:"(?<quoted>[^"\\\p{C}]*)"|(?<bare>[^"<>@,;:\\\p{C}]*?)) ?<(?<inner>[^\s<>]+)>|(?<alone>[^\s<>]+))$/u;
const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;

/** `undefined` for anything but one mailbox. */
export function parseMailbox(text: string): Mailbox | undefined {
  const found = MAILBOX.exec(text)?.groups;
  const address = found?.inner ?? found?.alone ?? '';
  return ADDRESS.test(address) ? { name: (found?.quoted ?? found?.bare ?? '').trim(), address } : undefined;
}
