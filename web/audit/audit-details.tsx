import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditItem } from '../../client/wire-types.ts';
import { type Meta, noteOf } from '../../src/platform/words/audit-notes.ts';
import { isKnownAction } from '../audit-sentences/audit-groups.ts';
import { may } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { DetailsDrawer } from '../components/drawer/details-drawer.tsx';
import { CopyButton } from '../components/form/copy-button.tsx';
import { ButtonLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { AuditChanges, changesIn } from './audit-changes.tsx';
import { AuditSentenceLine } from './audit-columns.tsx';
import type { AuditFilterName } from './audit-query.ts';
import { toTheSecond } from './day-names.ts';

interface AuditDetailsProps {
  readonly id: number | undefined;
  /** The record from the list if it is there; otherwise it is fetched, since the URL may name one that the list has not reached. */
  readonly listed: AuditItem | undefined;
  readonly onClose: () => void;
  /** Filters the log by one person, actor or address instead. */
  readonly onNarrow: (filter: Partial<Record<AuditFilterName, string>>) => void;
}

/** A record in full: who, to whom, when and from where, with its raw JSON one click away. */
export function AuditDetails({ id, listed, onClose, onNarrow }: AuditDetailsProps) {
  const { say } = useTexts();
  const fetched = useQuery({
    queryKey: ['audit-record', id],
    queryFn: () => service.call('GET /api/admin/audit/{id}', id ?? 0),
    enabled: id !== undefined && listed === undefined,
    refetchOnWindowFocus: false,
  });
  const record = listed ?? fetched.data;
  return (
    <DetailsDrawer
      opened={id !== undefined}
      onClose={onClose}
      title={record ? <AuditSentenceLine record={record} /> : say('audit.record')}
    >
      {fetched.isError && !record && <ProblemNotice error={fetched.error} />}
      {fetched.isLoading && <Skeleton height={240} radius="md" />}
      {record && <Details record={record} onNarrow={onNarrow} />}
    </DetailsDrawer>
  );
}

function Details({ record, onNarrow }: { record: AuditItem } & Pick<AuditDetailsProps, 'onNarrow'>) {
  const { say, language } = useTexts();
  const { actor_id, actor_name, actor_email, service, user_id, user_name, ip, device, user_agent, request_id } = record;
  const meta = record.meta as Meta;
  const note = isKnownAction(record.action) && changesIn(meta).length === 0 ? noteOf(record.action, meta, say) : '';
  const another = user_id !== null && user_id !== actor_id;
  return (
    <>
      <dl className="record-facts">
        <Fact name={say('audit.fact.when')}>{toTheSecond(record.at, language)}</Fact>
        {note && <Fact name={say('audit.fact.what')}>{note}</Fact>}
        <Fact name={say('audit.fact.actor')}>
          {service ? (
            say('audit.actor.service', { name: service.name })
          ) : actor_id === null && !actor_email ? (
            say('audit.fact.nobody')
          ) : (
            <Who name={actor_name} email={actor_email} id={actor_id} />
          )}
        </Fact>
        {another && (
          <Fact name={say('audit.fact.person')}>
            <Who name={user_name} email={null} id={user_id} />
          </Fact>
        )}
        {(ip || device) && (
          <Fact name={say('audit.fact.where')}>
            {[device, ip].filter(Boolean).join(' · ')}
            {user_agent && <small>{user_agent}</small>}
          </Fact>
        )}
        {request_id && (
          <Fact name={say('audit.fact.request')}>
            <code>{request_id}</code>
          </Fact>
        )}
      </dl>
      <AuditChanges meta={meta} />
      <div className="record-acts">
        {typeof meta.import_id === 'number' && (
          <Button variant="default" onClick={() => onNarrow({ import: String(meta.import_id) })}>
            {say('audit.narrow.import')}
          </Button>
        )}
        {typeof meta.job_id === 'number' && may('people.manage') && (
          <ButtonLink variant="default" to={PAGE_PATHS.users} search={{ bulk: String(meta.job_id) }}>
            {say('audit.open.bulk')}
          </ButtonLink>
        )}
        {another && (
          <Button variant="default" onClick={() => onNarrow({ person: String(user_id) })}>
            {say('audit.narrow.person')}
          </Button>
        )}
        {service && (
          <Button variant="default" onClick={() => onNarrow({ service: service.id })}>
            {say('audit.narrow.service')}
          </Button>
        )}
        {actor_id !== null && (
          <Button variant="default" onClick={() => onNarrow({ actor: String(actor_id) })}>
            {say('audit.narrow.actor')}
          </Button>
        )}
        {ip && (
          <Button variant="default" onClick={() => onNarrow({ ip })}>
            {say('audit.narrow.ip')}
          </Button>
        )}
      </div>
      <Raw record={record} />
    </>
  );
}

function Raw({ record }: { record: AuditItem }) {
  const { say } = useTexts();
  const { actor_name: _actor, user_name: _user, device: _device, ...stored } = record;
  const json = JSON.stringify(stored, undefined, 2);
  return (
    <details className="raw">
      <summary>{say('audit.raw', { action: record.action })}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{json}</pre>
      <CopyButton text={json} />
    </details>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

function Who({ name, email, id }: { name: string | null; email: string | null; id: number | null }) {
  const { say } = useTexts();
  return (
    <>
      <bdi>{name ?? email ?? say('audit.person.nameless', { id: id ?? '' })}</bdi>
      {name && email && <small>{email}</small>}
    </>
  );
}
