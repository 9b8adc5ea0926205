import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../client/route-types.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { fully } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';

type AuditChain = Answer<'GET /api/admin/audit/verify'>;

const GOOD_FOR_MS = 15 * 60_000;
const KINDS = ['changed', 'removed', 'reordered', 'backdated', 'forged_head', 'cut', 'blanked'] as const;

/**
 * How far the chain has been verified, and when. Walking a long chain takes the service a while, so it happens
 * automatically only while the log is small.
 */
export function AuditSeal({ small }: { small: boolean }) {
  const { say } = useTexts();
  const [asked, setAsked] = useState(false);
  const chain = useQuery({
    queryKey: ['audit-chain'],
    queryFn: () => service.call('GET /api/admin/audit/verify'),
    enabled: small || asked,
    staleTime: GOOD_FOR_MS,
    gcTime: GOOD_FOR_MS,
  });
  const check = () => {
    setAsked(true);
    if (chain.data) void chain.refetch();
  };
  return (
    <section className="seal" data-state={stateOf(chain.data)} aria-label={say('audit.seal')}>
      <Icon name={chain.data?.ok === false ? 'warning' : 'privacy'} size={24} />
      <div className="seal-words" role="status">
        {chain.data ? <ChainWords chain={chain.data} /> : <strong>{say('audit.seal.unknown')}</strong>}
        {chain.isError && <ProblemNotice error={chain.error} />}
      </div>
      <Button className="firm" variant="default" loading={chain.isFetching} onClick={check}>
        {say(chain.data ? 'audit.seal.again' : 'audit.seal.check')}
      </Button>
    </section>
  );
}

function stateOf(chain: AuditChain | undefined): 'good' | 'bad' | undefined {
  if (chain === undefined) return undefined;
  if (!chain.ok) return 'bad';
  return chain.head === null ? undefined : 'good';
}

function ChainWords({ chain }: { chain: AuditChain }) {
  const { say, language } = useTexts();
  const { ok, head, sealed, unsealed, erased, checked_at, revoked_keys, breaks, problems } = chain;
  const number = (count: number) => new Intl.NumberFormat(language).format(count);
  return (
    <>
      <strong>
        {!ok
          ? say('audit.seal.broken', { count: problems.length })
          : head === null
            ? say('audit.seal.none')
            : say('audit.seal.proven', { until: fully(head.signed_at, language) })}
      </strong>
      <span className="seal-figures">
        {[
          ...(sealed > 0 ? [say('audit.seal.sealed', { count: sealed, number: number(sealed) })] : []),
          ...(unsealed > 0 ? [say('audit.seal.waiting', { count: unsealed })] : []),
          ...(erased > 0 ? [say('audit.seal.erased', { count: erased, number: number(erased) })] : []),
          say('audit.seal.checked', { when: fully(checked_at, language) }),
        ].join(' · ')}
      </span>
      {breaks.map(({ kind, seq, accepted_at, signature }) => (
        <span key={signature}>
          {say(kind === 'restore' ? 'audit.seal.restored' : 'audit.seal.lost', {
            when: fully(accepted_at, language),
            seq: number(seq),
          })}
        </span>
      ))}
      {revoked_keys.map(({ kid, revoked_at }) => (
        <span key={kid}>{say('audit.seal.revoked', { kid, when: fully(revoked_at, language) })}</span>
      ))}
      {!ok && (
        <ul className="seal-problems">
          {problems.map(({ kind, seq, record_id, text }) => (
            <li key={`${kind} ${seq} ${record_id} ${text}`}>
              {KINDS.some((known) => known === kind) ? say(`audit.seal.kind.${kind as (typeof KINDS)[number]}`) : text}
              {record_id !== null && ` · ${say('audit.seal.record', { id: record_id })}`}
              {seq !== null && ` · ${say('audit.seal.place', { seq })}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
