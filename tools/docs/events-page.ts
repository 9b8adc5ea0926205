import { type EventType, eventCatalogue } from '../../src/operations/events/event-catalogue.ts';
import { madeBy, markdownTable } from './markdown-table.ts';

/** docs/events.md: which audit actions leave the service as events, and how a receiver takes them. */
export function eventsPage(): string {
  const rows = Object.entries<EventType>(eventCatalogue).map(([name, { version, when, details = {} }]) => [
    `\`${name}\``,
    String(version),
    when,
    Object.entries(details)
      .map(([member, how]) => `\`${member}\`${how === 'names' ? ' (names only)' : ''}`)
      .join(', '),
  ]);
  const table = markdownTable(['type', 'version', 'when', 'details'], rows);
  return `${madeBy('src/operations/events/event-catalogue.ts and tools/docs/events-page.ts')}\n\n${INTRODUCTION}\n\n${table}\n`;
}

const INTRODUCTION = `# Events

An application or service of a federation or club can be told what happens to its people. An administrator subscribes it
(\`POST /api/admin/subscriptions\`). A subscription is a cursor over the sealed audit log ([audit chain](audit-chain.md)), so events
arrive in the order of the chain and none is left out, whatever crashes on either side.

## An event

\`\`\`json
{
  "type": "user.suspend",
  "timestamp": "2026-03-01T10:00:00.000Z",
  "data": {
    "seq": 812,
    "hash": "kqf0…",
    "previous_seq": 800,
    "version": 1,
    "tenant_id": 3,
    "sub": "41",
    "details": {}
  }
}
\`\`\`

| member | what |
|---|---|
| \`seq\`, \`hash\` | the record's place in the chain and its hash, as \`audit/export?format=jsonl\` and the offline verifier have them |
| \`previous_seq\` | the event before it. Between them lies none for this subscription: whoever compares it with the last \`seq\` they took knows that nothing is missing |
| \`version\` | of the details. Members may be added without a new one |
| \`tenant_id\` | the tenant at the time of the event, also when the person has moved since |
| \`sub\` | the person, as sign-ins of the application name them: pairwise for applications marked foreign |
| \`person\` | \`{ime, prezime, email}\` as they are when the event is sent, only for subscriptions with a \`purpose\`; null when the person is gone or in another tenant |

After an erasure the details of its records are empty, also when they are sent again. \`events.gap\` stands for what is not sent: \`details\` has
\`after\`, \`up_to\` and \`reason\`: \`trimmed\` (the log is not kept that long) or \`before_start\` (before the subscription began). A receiver that sees one reads the present state
through the API. \`events.test\` says nothing; an administrator sends it to try an address.

## Push: Standard Webhooks 1.0

Every event is a POST of its own, the next one after the one before was answered with 2xx. Verify it with any library of
[Standard Webhooks](https://www.standardwebhooks.com), for Node.js \`standardwebhooks\`: the secret begins with \`whsec_\`, is shown once, and after a
rotation the previous one signs beside the new one for a day. **An event that you have already taken may come again** under the same \`webhook-id\`, after a
crash, a timeout or a replay: take it when its \`seq\` is above your last, answer 2xx in either case.

| you answer | what happens |
|---|---|
| 2xx within 15 s | the next event |
| 410 | the subscription ends, until an administrator resumes it |
| anything else, a redirect, nothing | the same event again, after 12 s and ever later pauses up to an hour, with jitter; after a day its owner is mailed, after three days it stops |

Nothing is lost by any of this: a subscription that is resumed goes on where it stopped. \`GET …/attempts\` lists calls of the last seven days with status and the
first KiB of the answer; \`POST …/replay\` \`{"after": seq}\` sends everything after a place again. Addresses are \`https\`, are resolved once for each
call and may not lead into private networks, unless the operator permits them (\`SVC_PRIVATE_ADDRESSES\`). A receiver that is slow or dead delays no other.

## Pull

A service with the scope \`events:read\` and a subscription of the form \`pull\` asks \`GET /api/events?after=<its last seq>\`, or follows
\`GET /api/events/stream\` (server-sent events; \`id\` is the \`seq\`, so a browser's or library's \`Last-Event-ID\` goes on where it stopped). Reading takes nothing away. \`behind: 0\` means that
this was all. Store \`next_after\` in the transaction that takes the events. 409 \`events.ahead\` means that a backup was restored and the chain does not reach your place any more: read the
present state through the API, and go on without \`after\`.

## After a restored backup

All subscriptions stop (\`restored\`), since the backup may know addresses and secrets that were taken back since. Places after the restore belong to other
records, with other hashes and ids.

## Types

An action that is not in this table is sent to nobody.`;
