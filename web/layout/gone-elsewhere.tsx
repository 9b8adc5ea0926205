import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { switchTenant } from '../../client/switch-tenant.ts';
import { viewer } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { compareTenants, hasGoneElsewhere, onElsewhere, tenantOfTab } from '../auth/tab-tenant.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { discardUnsaved, isUnsaved } from '../components/dialog/unsaved.ts';
import { useTexts } from '../i18n/texts.ts';
import { loadAnew } from './go-over.ts';

/** Another tab has gone over to another tenant. This one shows the one before, and waits for its reader to choose. */
export function GoneElsewhere() {
  const isElsewhere = useSyncExternalStore(onElsewhere, hasGoneElsewhere);
  return isElsewhere && <WhichOne />;
}

function WhichOne() {
  const { say } = useTexts();
  const now = viewer();
  const shown = tenantOfTab();
  const back = useMutation({
    mutationFn: async () => shown && (await switchTenant(service, shown.id)),
    onSuccess: compareTenants,
  });
  const words = { now: now?.tenant_name ?? '', shown: shown?.name ?? '', role: say(`role.${now?.role ?? 'guest'}`) };
  const goOn = () => {
    discardUnsaved();
    loadAnew();
  };
  return (
    <Modal
      opened
      onClose={() => {}}
      title={say('elsewhere.title')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size={520}
      zIndex={400}
      centered
    >
      <Stack gap="md">
        <p className="lead">{say('elsewhere.text', words)}</p>
        {isUnsaved() && <p className="hint">{say('elsewhere.lost')}</p>}
        {back.isError && <ProblemNotice error={back.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" loading={back.isPending} onClick={() => back.mutate()}>
            {say('elsewhere.back', words)}
          </Button>
          <Button disabled={back.isPending} onClick={goOn} data-autofocus>
            {say('elsewhere.goOn', words)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
