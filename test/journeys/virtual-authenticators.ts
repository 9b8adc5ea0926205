import type { CDPSession, Page } from 'playwright-core';

export interface Model {
  readonly transport: 'usb' | 'internal';
  readonly hasResidentKey: boolean;
  readonly hasUserVerification: boolean;
}

/** A credential in Chromium's DevTools protocol, with its private key, so that it can be copied. */
export type HeldCredential = Awaited<ReturnType<typeof credentialsOf>>[number];

export interface Plugged {
  credentials(): Promise<readonly HeldCredential[]>;
  /** Adds a credential that another authenticator created. */
  hold(credential: HeldCredential): Promise<unknown>;
  answers(enabled: boolean): Promise<unknown>;
  unplug(): Promise<unknown>;
}

/**
 * Chromium's own authenticators (chromedevtools.github.io/devtools-protocol/tot/WebAuthn), one after the other. Pages that are opened from
 * now on have no passkey made unasked: these would make one after every password.
 */
export async function authenticators(page: Page): Promise<(model: Model) => Promise<Plugged>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  await page.context().addInitScript('PublicKeyCredential.getClientCapabilities = async () => ({});');
  return async (model) => {
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...model,
        protocol: 'ctap2',
        isUserVerified: model.hasUserVerification,
        automaticPresenceSimulation: true,
      },
    });
    return {
      credentials: () => credentialsOf(session, authenticatorId),
      hold: (credential) => session.send('WebAuthn.addCredential', { authenticatorId, credential }),
      answers: (enabled) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
      unplug: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    };
  };
}

const credentialsOf = async (session: CDPSession, authenticatorId: string) =>
  (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
