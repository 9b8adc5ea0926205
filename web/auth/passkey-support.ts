/** Why there is no passkey: the person closed the question or let it pass, or the device has one for this account already. */
export class PasskeyProblem extends Error {
  readonly kind: 'cancelled' | 'exists' | 'failed';

  constructor(cause: unknown) {
    super('No passkey', { cause });
    const name = cause instanceof Error ? cause.name : '';
    this.kind = name === 'NotAllowedError' ? 'cancelled' : name === 'InvalidStateError' ? 'exists' : 'failed';
  }
}

/** Whether this browser can; at an address without a name none may. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/.test(location.hostname);
