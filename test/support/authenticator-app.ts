import { execFileSync, spawnSync } from 'node:child_process';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { seconds } from '../../src/platform/kernel/durations.ts';
import type { TestService } from './test-service.ts';

/** An authenticator app. */
export interface AuthenticatorApp {
  /** The code at `at`, milliseconds since 1970. */
  codeAt(secret: string, at: number): string;
}

/** Codes by `oathtool`, so that service and tests do not share a mistake. */
export function authenticatorApp(t: TestContext): AuthenticatorApp {
  if (spawnSync('oathtool', ['--version']).status === 0) return { codeAt: codeByOathtool };
  t.diagnostic('!!! oathtool is not installed: codes come from otpauth, which is what the service itself uses !!!');
  return { codeAt: codeByOtpauth };
}

const codeByOathtool = (secret: string, at: number): string => {
  const now = new Date(at).toISOString().replace('T', ' ').replace(/\..*/, ' UTC');
  return execFileSync('oathtool', ['--totp', '--base32', `--now=${now}`, secret], { encoding: 'utf8' }).trim();
};

const codeByOtpauth = (secret: string, at: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at });

/** A code generated at the very end of its step would arrive in the next one. */
export async function untilStepIsYoung(): Promise<void> {
  const left = seconds(30) - (Date.now() % seconds(30));
  if (left < seconds(6)) await pause(left);
}

export interface Enrolment {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code that enabled it, already spent. */
  readonly firstCode: string;
}

/** Enrols a second factor; afterwards the clock is in an unspent time step. */
export async function enrolSecondFactor(
  service: TestService,
  app: AuthenticatorApp,
  token: string,
): Promise<Enrolment> {
  const { body } = await service.call('POST /api/auth/2fa/setup', { token });
  const firstCode = app.codeAt(body.secret, service.clock.now());
  const verified = await service.call('POST /api/auth/2fa/verify', { token, body: { code: firstCode } });
  if (verified.status !== 200) throw new Error(`Enrolment failed: ${verified.text}`);
  service.clock.advance(seconds(30));
  return { secret: body.secret, recoveryCodes: body.recovery_codes, firstCode };
}
