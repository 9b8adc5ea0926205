import { readFileSync } from 'node:fs';
import { type EventType, eventCatalogue } from '../../src/operations/events/event-catalogue.ts';
import { setCatalogue } from '../../src/operations/events/set-catalogue.ts';
import { madeBy, markdownTable } from './markdown-table.ts';

/** The function of the script that the tests run. */
const pythonVerifier = (() => {
  const script = readFileSync(new URL('../../examples/verify-webhook.py', import.meta.url), 'utf8');
  const [imports = ''] = /^import .*$/m.exec(script) ?? [];
  const [verify = ''] = /^def verify[\s\S]*?(?=\n\n\nif )/m.exec(script) ?? [];
  return `${imports}\n\n${verify}`;
})();

/** docs/events.md: which audit actions leave the service as events, and how a receiver takes them. */
export function eventsPage(): string {
  const rows = Object.entries<EventType>(eventCatalogue).map(([name, { version, when, details = {} }]) => [
    `\`${name}\``,
    String(version),
    when,
    Object.entries(details)
      .map(([member, how = 'value']) => `\`${member}\`${SAID[how]}`)
      .join(', '),
  ]);
  const table = markdownTable(['type', 'version', 'when', 'details'], rows);
  return `${madeBy('src/operations/events/event-catalogue.ts and tools/docs/events-page.ts')}\n\n${INTRODUCTION}\n\n${SIGNALS}\n\n${setTable()}\n\n${ORDERS}\n\n${TYPES}\n\n${table}\n`;
}

const SAID = { value: '', names: ' (names only)', subject: ' (as `sub`)' } as const;

const setTable = (): string =>
  markdownTable(
    ['type here', 'event there', 'its members'],
    Object.entries(setCatalogue).map(([name, { uri, says }]) => [
      `\`${name}\``,
      `\`${uri.replace(/^.*secevent\/|event-type\//g, '')}\``,
      says,
    ]),
  );

const SIGNALS = `## Shared signals: SSF 1.0, CAEP 1.0, RISC 1.0

A receiver of the Shared Signals Framework makes its stream itself; nobody here enters it. It needs a **service** with the scope \`events:read\` in the federation or club
([applications](applications.md)), its \`client_id\` and secret, and the issuer: the address of this service with \`/oidc\`.

\`\`\`sh
at=https://racun.example.hr
curl -s $at/.well-known/ssf-configuration/oidc   # the issuer's path comes last (SSF 1.0 §7.2)
token=$(curl -s -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials $at/oidc/token | jq -r .access_token)
auth="Authorization: Bearer $token"
stream=$(curl -s -H "$auth" --json '{}' $at/ssf/stream)                      # polled, all events
poll=$(jq -r .delivery.endpoint_url <<<"$stream"); id=$(jq -r .stream_id <<<"$stream")
curl -s -H "$auth" --json "{"stream_id":"$id","state":"tu sam"}" $at/ssf/verify
curl -s -H "$auth" --json '{"maxEvents":50}' $poll                           # {"sets":{"evt_812_kqf0…":"eyJ…"}}
curl -s -H "$auth" --json '{"ack":["evt_812_kqf0…"],"maxEvents":50}' $poll   # takes one, and asks for more
\`\`\`

| call | what |
|---|---|
| \`POST /ssf/stream\` | \`{events_requested?, delivery?, description?}\`; without \`delivery\` it is polled. One stream for each service: 409 \`streams.taken\` for a second |
| \`GET\`, \`PATCH\`, \`PUT\`, \`DELETE /ssf/stream\` | as SSF 1.0 §8.1.1. \`delivery\` is replaced as a whole, but \`authorization_header\` is stored sealed and never shown again: \`PATCH\` keeps it for the same address; send it with each \`PUT\` and with another address. What is ours may be sent back as it was read, \`events_delivered\` as it was before the change; anything else is 400 |
| \`GET\`, \`POST /ssf/status\` | \`paused\` holds events, \`disabled\` does not: those of that time never come. 403 \`streams.held\`: an administrator paused it, or a backup was restored, and only an administrator resumes it. A receiver that was given up (\`reason\` \`gone\` or \`given_up\`) enables itself again and has missed nothing |
| \`POST /ssf/verify\` | \`{stream_id, state?}\`: the event comes in turn with the others, within seconds of its seal. 429 within 60 s of the last one (\`min_verification_interval\`); a later one takes the place of one that was not sent yet |
| \`POST /ssf/subjects/add\`, \`/remove\` | a stream has all people of the tenant (\`default_subjects\` is \`ALL\`): adding one of ours is 200 and changes nothing, removing is refused with 403 \`streams.all_subjects\` |

A stream never runs out: \`inactivity_timeout\` is the transmitter's to offer, none is offered, and a receiver that sends one is refused with 400.

What is invalid is 400 \`streams.invalid\`, whose \`detail\` says where; a body whose type is not \`application/json\` is 415 (the examples of SSF 1.0 name none); another receiver's stream is
404. The scope is \`events:read\` alone: \`ssf.manage\` and \`ssf.read\`, of the draft of CAEP's interoperability profile, are unknown here.

**A token** is a JWS, RS256 by a key of \`/oidc/jwks\`, \`typ\` \`secevent+jwt\`, \`aud\` your \`client_id\`, with neither \`sub\` nor \`exp\`:

\`\`\`json
{
  "iss": "https://racun.example.hr/oidc",
  "jti": "evt_812_kqf0…",
  "iat": 1772359201,
  "aud": "pT3k…",
  "toe": 1772359200,
  "txn": "q0Zb…",
  "sub_id": { "format": "iss_sub", "iss": "https://racun.example.hr/oidc", "sub": "41" },
  "events": { "https://schemas.openid.net/secevent/risc/event-type/account-disabled": { "event_timestamp": 1772359200 } },
  "iskaznica_place": { "seq": 812, "hash": "kqf0…", "previous_seq": 800, "tenant_id": 3 }
}
\`\`\`

\`sub\` is the one of your sign-ins, pairwise for an application marked foreign. The end of one sign-in of several is \`{"format": "complex", "user": {…}, "session": {"format": "opaque",
"id": …}}\`, where \`id\` is the \`sid\` of your ID tokens; without \`session\` all sign-ins of the person have ended. A suspension, a deletion, another role and a new password end
sign-ins too, and are told by their own event alone; a sign-out by oneself is told by none. [Back-channel logout](applications.md#when-it-ends) tells of each.

\`jti\` is the same however often a token is sent: take it once. Tokens of what one call caused have the same \`txn\`. \`iskaznica_place\` is the place in the chain, as above. Names and addresses are
never in a token: another address of a person is \`recovery-information-changed\`, since RISC 1.0 wants the old one in \`identifier-changed\`. \`passkey\` and \`iskaznica-role\` are words of ours,
where CAEP 1.0 lets the two sides agree, and so is the event \`<iss>/event-type/gap\`, about the stream: what is not sent any more, with \`after\`, \`up_to\` and \`reason\` as above.

When an administrator pauses the stream, \`stream-updated\` comes before all that waits, until you take it, and nothing else does; it has no \`toe\`, \`txn\` or place. Another one comes in turn once
they have resumed the stream.

**Pushed** (RFC 8935): one POST for each, the next one after the one before was answered with **202**; every other answer, 200 too, is the same as none, with the pauses of webhooks above, and
410 ends the stream. What you answer as \`{err, description}\` is kept with the attempt for the administrators, for seven days.

**Polled** (RFC 8936): at least once. What was not acknowledged is sent again at each poll, also to two polls at once. \`ack\` may come in any order: the place moves over what is taken
without a break, and what you took beyond is remembered and not sent again. 200 events are open at most; the next ones come when the first of them are acknowledged. \`setErrs\` takes a token
too, and is kept for the administrators. An unknown \`jti\` changes nothing. \`maxEvents\` is 100 at most. Unless \`returnImmediately\` is true, an answer with nothing in it waits up to 25 s,
one call of each receiver at a time.

What neither profile has a word for is not sent in a stream: take it by the other forms. In \`client/\`, \`setVerifier\` reads tokens. An administrator may also subscribe an application that
people sign in to (form \`ssf_push\`), whose \`aud\` is its \`client_id\` too; orders never come in a stream.`;

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

A person may have had two accounts: after \`user.merge\` the one that went sends nothing any more, and what you have under its \`sub\` is the other's. Orders come for each
\`sub\` that you were given. Which memberships went with it, \`GET /api/admin/users\` says.

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
records, with other hashes and ids.`;

const TYPES = `## Receivers that are not ours

**By a shell**: with a service's token, the next events after the last one that was taken.

\`\`\`sh
token=$(curl -s -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials https://racun.example.hr/oidc/token | jq -r .access_token)
curl -s -H "Authorization: Bearer $token" "https://racun.example.hr/api/events?after=$(cat place)&limit=200" > page.json
jq -c '.items[]' page.json | while read -r event; do take "$event" || exit 1; done && jq .next_after page.json > place
\`\`\`

**Python** verifies what is pushed with its own library (\`examples/verify-webhook.py\`, which the tests run):

\`\`\`python
${pythonVerifier}
\`\`\`

**PHP**, the same in ten lines (untried):

\`\`\`php
function verify(string $secret, array $headers, string $body): bool {
  [$id, $at] = [$headers['webhook-id'], $headers['webhook-timestamp']];
  if (!ctype_digit($at) || abs(time() - (int) $at) > 300) return false;
  $key = base64_decode(substr($secret, strlen('whsec_')));
  $ours = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
  foreach (explode(' ', $headers['webhook-signature']) as $one)
    if (hash_equals($ours, $one)) return true;
  return false;
}
\`\`\`

In this repository \`client/\` verifies, follows and answers in Node.js ([README](../client/README.md)); \`examples/mirror.ts\` is a whole receiver.

## Types

An action that is not in this table is sent to nobody.`;

const ORDERS = `## Orders: erase, correct

Whoever was given a person's data is told when these are erased or corrected (GDPR art. 19), and answers what came of it. An
application is a recipient of everybody who signed in to it and of everybody whose name a subscription with a \`purpose\` sent it.
An **order** is not an event: it has no place in the chain, goes to that recipient alone, whatever \`types\` its subscription names,
and waits for a receipt.

\`\`\`json
{
  "type": "order.erase",
  "timestamp": "2026-03-01T10:00:00.000Z",
  "data": {
    "order_id": "pT3k…",
    "tenant_id": 3,
    "sub": "41",
    "details": {},
    "answer_by": "2026-03-15T10:00:00.000Z",
    "reminder": false,
    "receipt_url": "https://iskaznica.example/recipients/orders/pT3k…/receipt"
  }
}
\`\`\`

| type | what you do |
|---|---|
| \`order.erase\` | erase what you have of \`sub\`, and pass it on to whoever has it from you |
| \`order.correct\` | read the person anew (\`details.changed\` names the fields, never the values): userinfo at the next sign-in, or \`GET /api/admin/users\` for a service |

\`order.restrict\` will be a third type once processing can be restricted here; it cannot yet. Take a type that you do not know as an event that you do not know: answer 2xx.

**How it comes.** To the address of the application's oldest active \`push\` subscription, signed like an event; \`webhook-id\` is \`order_<order_id>\`, and
\`order_<order_id>_reminder\` after seven days. Answer 202 (any 2xx) once you have stored it; anything else, and it comes again with the pauses of events. A service that
pulls asks \`GET /api/recipients/orders\` (scope \`events:read\`): \`items\` are its unanswered orders in the form above, the oldest first; asking is taking. The same order may come twice: keep it by \`order_id\`.

**The receipt.** When it is done, minutes or days later, \`POST\` to \`receipt_url\`:

| member | what |
|---|---|
| \`answer\` | \`done\`; \`kept\`: you may or must keep it; \`unknown\`: you have nothing of \`sub\` |
| \`ground\` | with \`kept\`, and only then: \`legal_obligation\`, \`legal_claims\`, \`public_health\`, \`archiving\` or \`expression\` (GDPR art. 17(3)) |
| \`kept_until\` | with \`kept\`, optional: a day, \`2031-12-31\` |

A closed list, and no free text: a receipt names nobody. It proves whose it is in one of two ways.

- **Signed**, for who is called: \`{"receipt": "<JWS>"}\`, a compact JWS (RFC 7515), HS256 with the bytes that the base64 after \`whsec_\` stands for, header
  \`{"alg":"HS256","typ":"iskaznica-receipt+jws"}\`, payload the members above with \`order_id\` and \`iat\` (seconds; at most five minutes off). The secret of any \`push\` subscription of
  the application will do, and for a day after a rotation the previous one. \`receipt_url\` of an order that was pushed leads there; it lies outside \`/api\` and takes no token.
- **By access token**, for a service: the members above as the body, with \`Authorization: Bearer\` (scope \`events:read\`), to \`POST /api/recipients/orders/{id}/receipt\`, where \`receipt_url\` of an order that was pulled leads.

\`\`\`js
import { SignJWT } from 'jose';

const receipt = await new SignJWT({ order_id, answer: 'done' })
  .setProtectedHeader({ alg: 'HS256', typ: 'iskaznica-receipt+jws' })
  .setIssuedAt()
  .sign(Buffer.from(secret.slice('whsec_'.length), 'base64'));
await fetch(receipt_url, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ receipt }),
});
\`\`\`

| answer | code | means |
|---|---|---|
| 200 | | taken: \`{order_id, answer, answered_at}\` |
| 401 | \`orders.unsigned\` | not such a JWS |
| 401 | \`orders.stale\` | \`iat\` is more than five minutes off: sign anew |
| 404 | \`orders.not_found\` | no such order, or not yours: another recipient's, another tenant's, or the signature fits none of your secrets. Also a correction of a person who was erased since |
| 409 | \`orders.answered\` | it has its receipt, and that one stands: after a lost answer take this as 200 |
| 409 | \`orders.not_sent\` | it has not reached you yet |
| 422 | | not one of the answers, \`kept\` without a ground, a ground without \`kept\` |

Without a receipt the order comes once more after seven days; after fourteen it is overdue, and the owner of the subscription is mailed. It can still be answered. A
recipient that cannot be called is told by people, who note when and how. Each person sees who was told, and what they answered.`;
