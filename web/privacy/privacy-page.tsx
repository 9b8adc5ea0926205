import '../styles/privacy.css';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Certificate } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { saveFile } from '../components/table/save-file.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { CertificateSheet } from './certificate-sheet.tsx';
import { ErasureCase } from './erasure-case.tsx';
import { ErasureQueue } from './erasure-queue.tsx';
import { certificateQuery } from './privacy-queries.ts';

/** The queue of erasure requests, one request, or its certificate. */
export function PrivacyPage() {
  const [{ request, certificate }] = useAddressState();
  if (certificate !== undefined) return <ErasureCertificate key={certificate} id={Number(certificate)} />;
  if (request !== undefined) return <ErasureCase key={request} id={Number(request)} />;
  return <ErasureQueue />;
}

/** The certificate of an erasure, to read, print and download. */
function ErasureCertificate({ id }: { id: number }) {
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
      <PageHead title={say('privacy.certificate.title')} />
      {proof.data && (
        <div className="page-actions certificate-acts">
          <CertificateActs id={id} proof={proof.data} />
        </div>
      )}
      {proof.isError && <ProblemNotice error={proof.error} />}
      {proof.data && <CertificateSheet proof={proof.data} />}
    </div>
  );
}

function CertificateActs({ id, proof }: { id: number; proof: Certificate }) {
  const { say, language } = useTexts();
  const name = say('privacy.certificate.file', { id });
  const fetching = useMutation({
    mutationFn: () => service.file('GET /api/admin/gdpr/erasure-requests/{id}/certificate', id, { format: 'pdf' }),
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
