import { Button } from '@mantine/core';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';

/** Says what belongs here, and offers to clear the filters. */
export function Nobody() {
  const { say } = useTexts();
  const [state, change] = useAddressState();
  const isNarrowed = Boolean(state.q || state.role || state.tenant_id || state.from);
  if (!isNarrowed) return <p>{say('directory.empty')}</p>;
  return (
    <>
      <p>{say(state.from && !state.q ? 'directory.empty.from' : 'directory.empty.found')}</p>
      <Button
        variant="default"
        onClick={() => change({ q: undefined, role: undefined, tenant_id: undefined, from: undefined })}
      >
        {say('directory.empty.all')}
      </Button>
    </>
  );
}
