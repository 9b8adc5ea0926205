/** Why there is no passkey: the person closed the prompt or let it time out, or the device already has one for this account. */
export class PasskeyProblem extends Error {
  readonly kind: 'cancelled' | 'exists' | 'failed';

  constructor(cause: unknown) {
    super('No passkey', { cause });
    const name = cause instanceof Error ? cause.name : '';
    this.kind = name === 'NotAllowedError' ? 'cancelled' : name === 'InvalidStateError' ? 'exists' : 'failed';
  }
}
