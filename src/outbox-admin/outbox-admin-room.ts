import { isUsableSeed } from '../action-tokens/redeem-action-token.ts';
import { instantAt } from '../kernel/clock.ts';
import { hours } from '../kernel/durations.ts';
import { blankEndedMails } from '../mail/list-mails.ts';
import { MAILS_KEPT_FOR, type OutboxMail, type SecretRef } from '../mail/mail.ts';
import { mailPersonalData } from '../mail/mail-personal-data.ts';
import { mailWorker } from '../mail/mail-worker.ts';
import { openMailTransport } from '../mail/open-mail-transport.ts';
import { forgetRecordedBefore } from '../mail/recorded-mails.ts';
import { emailCodeAsOfNow } from '../own-account/email-code-mail.ts';
import { defineRoom } from '../room/define-room.ts';
import type { Ground } from '../room/ground.ts';
import { mailMetrics } from './mail-metrics.ts';
import { mailsRoutes } from './outbox-admin-routes.ts';

export const outboxAdminRoom = defineRoom({
  name: 'outbox-admin',
  personalData: () => mailPersonalData,
  retention: [
    {
      name: 'mails',
      keptFor: MAILS_KEPT_FOR,
      what: 'the contents of mails after they were made',
      forget: blankEndedMails,
    },
  ],
  open: (deps: Ground, { findUsersWithWayIn }) => {
    const { database, clock, keys, log, publicUrl, settings } = deps;
    const { dataDir } = settings.server;
    const transport = openMailTransport(settings, clock);
    const mail = mailWorker({ database, clock, keys, log, publicUrl, transport, asOfNow: mailAsOfNow(deps) });
    return {
      offers: { mail },
      routes: mailsRoutes({ ...deps, findUsersWithWayIn }),
      metrics: mailMetrics(deps, mail),
      work: {
        start: (jobs) => {
          mail.start();
          // Recorded mails lie on each node, so no lease is asked for.
          const recorded = jobs.recur({ name: 'recorded-mails', every: hours(1) }, () =>
            forgetRecordedBefore(dataDir, instantAt(clock.now() - MAILS_KEPT_FOR)),
          );
          void recorded.run();
        },
        stop: mail.close,
      },
    };
  },
});

/** A link or code that was used, replaced or cancelled meanwhile is not mailed any more. */
const mailAsOfNow =
  ({ database: { read }, clock }: Pick<Ground, 'database' | 'clock'>) =>
  async (mail: OutboxMail): Promise<OutboxMail | undefined> => {
    if (mail.secret_ref === null) return mail;
    const { kind, seed }: SecretRef = JSON.parse(mail.secret_ref);
    const at = instantAt(clock.now());
    if (kind === 'code') return emailCodeAsOfNow(read, mail, seed, at);
    return (await isUsableSeed(read, seed, at)) ? mail : undefined;
  };
