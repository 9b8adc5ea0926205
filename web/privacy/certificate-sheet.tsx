import { useQuery } from '@tanstack/react-query';
import type { Certificate } from '../../client/wire-types.ts';
import type { ErasureCertificate } from '../../src/privacy/personal-data/erasure-certificate.ts';
import { Icon } from '../components/frame/icons.tsx';
import { fully } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { checkSignature } from './check-signature.ts';
import { amountsOf, originWord, roomName } from './erasure-words.tsx';

/** Numbers, times and counts: nothing that identifies the person. */
export function CertificateSheet({ proof }: { proof: Certificate }) {
  const { say, language } = useTexts();
  const { kid, jws } = proof;
  const facts = proof.certificate as unknown as ErasureCertificate; // openapi.json leaves open what a later one may add
  const when = (instant: string | null) => (instant === null ? '–' : fully(instant, language));
  const rows: readonly (readonly [string, string])[] = [
    ...(facts.organisation ? [[say('privacy.sheet.organisation'), facts.organisation] as const] : []),
    [say('privacy.sheet.request'), String(facts.request_id)],
    [say('privacy.sheet.person'), String(facts.user_id)],
    [say('column.origin'), originWord(say, facts)],
    [say('column.requested'), when(facts.requested_at)],
    [say('privacy.sheet.approved'), when(facts.decided_at)],
    [say('privacy.sheet.erased'), when(facts.erased_at)],
    [say('privacy.sheet.completed'), when(facts.completed_at)],
  ];
  return (
    <article className="certificate printed" aria-label={say('privacy.certificate.title')}>
      <h2 className="only-print certificate-title">{say('privacy.certificate.title')}</h2>
      <p className="certificate-says">
        {say('privacy.sheet.says', { issuer: facts.issuer, id: facts.user_id, when: when(facts.completed_at) })}
      </p>
      <dl className="certificate-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>{say('privacy.sheet.rooms')}</h2>
      <table className="certificate-rooms">
        <tbody>
          {facts.rooms.map(({ room, entries }) => (
            <tr key={room}>
              <th scope="row">{roomName(say, room)}</th>
              <td>{amountsOf(say, entries)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{say('privacy.sheet.others')}</th>
            <td>{facts.blanked_records}</td>
          </tr>
        </tbody>
      </table>
      {facts.recipients !== undefined && facts.recipients.length > 0 && (
        <>
          <h2>{say('privacy.sheet.recipients')}</h2>
          <table className="certificate-rooms">
            <tbody>
              {facts.recipients.map(({ order_id, recipient, state, ground, answered_at, sent_at, ordered_at }) => (
                <tr key={order_id}>
                  <th scope="row" dir="auto">
                    {recipient}
                  </th>
                  <td>
                    {say(`privacy.told.${state}`)}
                    {ground !== null && ` (${say(`privacy.ground.${ground}`)})`}
                    {` · ${when(answered_at ?? sent_at ?? ordered_at)}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <h2>{say('privacy.sheet.signature')}</h2>
      <SignatureState proof={proof} />
      <dl className="certificate-facts">
        <div>
          <dt>{say('privacy.sheet.issuer')}</dt>
          <dd>{facts.issuer}</dd>
        </div>
        <div>
          <dt>{say('privacy.sheet.key')}</dt>
          <dd>
            <code>{kid}</code>
          </dd>
        </div>
        {facts.chain_head && (
          <div>
            <dt>{say('privacy.sheet.chain')}</dt>
            <dd>
              {facts.chain_head.seq} · <code>{facts.chain_head.hash}</code>
            </dd>
          </div>
        )}
      </dl>
      <p className="hint">{say('privacy.sheet.check')}</p>
      <code className="certificate-jws">{jws}</code>
    </article>
  );
}

/** Verified in the browser: nobody has to trust the service about its own signature. */
function SignatureState({ proof }: { proof: Certificate }) {
  const { say } = useTexts();
  const { data: state } = useQuery({
    queryKey: ['erasure-signature', proof.jws],
    queryFn: () => checkSignature(proof),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (state === undefined || state === 'unknown') return null;
  return (
    <p className="signature-state" data-state={state} role="status">
      <Icon name={state === 'good' ? 'done' : 'warning'} size={18} />
      {say(`privacy.signature.${state}`)}
    </p>
  );
}
