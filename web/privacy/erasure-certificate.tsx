import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Certificate } from '../../client/wire-types.ts';
import { sayRefused } from '../parts/acted.tsx';
import { useAddressState } from '../parts/address-state.ts';
import { Icon } from '../parts/icons.tsx';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { saveFile } from '../parts/save-file.ts';
import { service } from '../service.ts';
import { useTexts } from '../texts/texts.ts';
import { CertificateSheet } from './certificate-sheet.tsx';
import { certificateQuery } from './privacy-queries.ts';

/** The proof of an erasure as a page to read, to print and to take along. */
export function ErasureCertificate({ id }: { id: number }) {
  const { say } = useTexts();
  const [, change] = useAddressState();
  const proof = useQuery(certificateQuery(id));
  return (
    <div className="narrow">
      <Button
        className="back-to-list"
        variant="subtle"
        leftSection={<Icon name="back" size={18} />}
        onClick={() => change({ certificate: undefined, request: String(id) })}
      >
        {say('privacy.certificate.back')}
      </Button>
      <PageHead
        title={say('privacy.certificate.title')}
        actions={proof.data && <CertificateActs id={id} proof={proof.data} />}
      />
      {proof.isError && <ProblemNotice error={proof.error} />}
      {proof.data && <CertificateSheet proof={proof.data} />}
    </div>
  );
}

function CertificateActs({ id, proof }: { id: number; proof: Certificate }) {
  const { say, language } = useTexts();
  const name = say('privacy.certificate.file', { id });
  const fetching = useMutation({
    mutationFn: () => service.erasures.certificateAsPdf(id),
    onSuccess: (pdf) => saveFile(pdf, `${name}.pdf`),
    onError: (error) => sayRefused(error, say, language),
  });
  const saveJson = () =>
    saveFile(new Blob([`${JSON.stringify(proof, null, 2)}\n`], { type: 'application/json' }), `${name}.json`);
  return (
    <>
      <Button onClick={() => window.print()} leftSection={<Icon name="print" size={18} />}>
        {say('privacy.certificate.print')}
      </Button>
      <Button variant="default" loading={fetching.isPending} onClick={() => fetching.mutate()}>
        {say('privacy.certificate.pdf')}
      </Button>
      <Button variant="default" onClick={saveJson}>
        {say('privacy.certificate.json')}
      </Button>
    </>
  );
}
