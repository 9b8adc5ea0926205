import type { Database } from '../../src/platform/database/database.ts';
import type { MailKind, SecretRef } from '../../src/platform/mail/mail.ts';

export interface EnqueuedMail {
  readonly kind: MailKind;
  readonly to_address: string;
  readonly user_id: number | null;
  readonly language: 'hr' | 'en';
  readonly params: Readonly<Record<string, string>>;
  readonly secret_ref: SecretRef | null;
}

export interface MailTrail {
  /** Newly enqueued mails, oldest first, whether sent or not. */
  take(): Promise<EnqueuedMail[]>;
}

export function mailTrail(database: Database): MailTrail {
  let last = 0;
  const take = async (): Promise<EnqueuedMail[]> => {
    const rows = await database.read.selectFrom('mails').selectAll().where('id', '>', last).orderBy('id').execute();
    last = rows.at(-1)?.id ?? last;
    return rows.map(({ kind, to_address, user_id, language, params, secret_ref }) => ({
      kind,
      to_address,
      user_id,
      language,
      params: JSON.parse(params),
      secret_ref: secret_ref === null ? null : JSON.parse(secret_ref),
    }));
  };
  return { take };
}
