import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Body } from '../../client/route-types.ts';
import type { ErasurePreview } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { FormDialog } from '../components/dialog/form-dialog.tsx';
import { DayField } from '../components/form/day-field.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { Section } from '../components/form/section.tsx';
import { fully, onDay } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { certificateQuery, previewQuery } from './privacy-queries.ts';

type Order = ErasurePreview['orders'][number];

const WAYS = ['letter', 'mail', 'telephone', 'in_person'] as const;
const ANSWERS = ['done', 'kept', 'unknown'] as const;
const GROUNDS = ['legal_obligation', 'legal_claims', 'public_health', 'archiving', 'expression'] as const;

/** Who has the person's data: before the erasure who will be told, after it what each was told and answered (GDPR art. 19). */
export function ErasureRecipients({ id }: { id: number }) {
  const { say, language } = useTexts();
  const [telling, setTelling] = useState<Order>();
  const { data } = useQuery(previewQuery(id));
  if (data === undefined || data.recipients.length + data.orders.length === 0) return null;
  return (
    <Section
      title={say('privacy.recipients')}
      text={say(data.orders.length > 0 ? 'privacy.recipients.told' : 'privacy.recipients.toTell')}
    >
      {data.recipients.map(({ recipient_id, recipient, since }) => (
        <div className="row" key={recipient_id}>
          <strong dir="auto">{recipient}</strong>
          <span className="hint firm">{say('privacy.recipients.since', { when: onDay(since, language) })}</span>
        </div>
      ))}
      {data.orders.map((order) => (
        <div className="row wordy" key={order.order_id}>
          <div>
            <strong dir="auto">{order.recipient}</strong>
            <p className="hint">
              {say(`privacy.told.${order.state}`)}
              {order.ground !== null && ` (${say(`privacy.ground.${order.ground}`)})`}
              {order.kept_until !== null &&
                ` · ${say('privacy.told.until', { when: onDay(order.kept_until, language) })}`}
              {` · ${fully(order.answered_at ?? order.sent_at ?? order.ordered_at, language)}`}
              {order.told_by !== null && ` · ${say(`privacy.way.${order.told_by}`)}`}
            </p>
          </div>
          {order.answered_at === null && (
            <Button
              className="firm"
              variant="default"
              size="sm"
              onClick={() => setTelling(order)}
              aria-label={say('privacy.byHand.of', { name: order.recipient })}
            >
              {say('privacy.byHand')}
            </Button>
          )}
        </div>
      ))}
      {telling !== undefined && <ByHandDialog id={id} order={telling} onClose={() => setTelling(undefined)} />}
    </Section>
  );
}

interface ByHandProps {
  readonly id: number;
  readonly order: Order;
  readonly onClose: () => void;
}

/** When and how people told a recipient, and what it answered if it has. */
function ByHandDialog({ id, order, onClose }: ByHandProps) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const [day, setDay] = useState(new Date().toISOString().slice(0, 10));
  const [way, setWay] = useState<(typeof WAYS)[number]>('letter');
  const [answer, setAnswer] = useState<(typeof ANSWERS)[number] | ''>('');
  const [ground, setGround] = useState<(typeof GROUNDS)[number]>('legal_obligation');
  const saving = useMutation({
    mutationFn: () => {
      const told: Body<'POST /api/admin/orders/{id}/by-hand'> = {
        told_on: day,
        told_by: way,
        ...(answer === '' ? {} : { answer }),
        ...(answer === 'kept' ? { ground } : {}),
      };
      return service.call('POST /api/admin/orders/{id}/by-hand', order.order_id, told);
    },
    onSuccess: async () => {
      sayDone(say('privacy.byHand.done'));
      onClose();
      await Promise.all([
        queries.invalidateQueries({ queryKey: previewQuery(id).queryKey }),
        queries.invalidateQueries({ queryKey: certificateQuery(id).queryKey }),
      ]);
    },
  });
  const { form } = useOwnValidation(() => saving.mutate());
  return (
    <FormDialog
      title={say('privacy.byHand.title', { name: order.recipient })}
      width={440}
      verb={say('app.save')}
      form={form}
      saving={saving}
      problems={{}}
      onClose={onClose}
    >
      <DayField label={say('privacy.byHand.day')} day={day} onChoose={(chosen) => setDay(chosen ?? '')} />
      <NativeSelect
        label={say('privacy.byHand.way')}
        value={way}
        onChange={(event) => setWay(event.currentTarget.value as typeof way)} // one of those offered
        data={WAYS.map((value) => ({ value, label: say(`privacy.way.${value}`) }))}
      />
      <NativeSelect
        label={say('privacy.byHand.answer')}
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value as typeof answer)} // one of those offered
        data={[
          { value: '', label: say('privacy.byHand.none') },
          ...ANSWERS.map((value) => ({ value, label: say(`privacy.told.${value}`) })),
        ]}
      />
      {answer === 'kept' && (
        <NativeSelect
          label={say('privacy.byHand.ground')}
          value={ground}
          onChange={(event) => setGround(event.currentTarget.value as typeof ground)} // one of those offered
          data={GROUNDS.map((value) => ({ value, label: say(`privacy.ground.${value}`) }))}
        />
      )}
    </FormDialog>
  );
}
