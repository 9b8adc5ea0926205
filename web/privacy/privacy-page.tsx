import '../styles/privacy.css';
import { useAddressState } from '../routing/address-state.ts';
import { ErasureCase } from './erasure-case.tsx';
import { ErasureCertificate } from './erasure-certificate.tsx';
import { ErasureQueue } from './erasure-queue.tsx';

/** The queue of erasure requests, one request, or its certificate. */
export function PrivacyPage() {
  const [{ request, certificate }] = useAddressState();
  if (certificate !== undefined) return <ErasureCertificate key={certificate} id={Number(certificate)} />;
  if (request !== undefined) return <ErasureCase key={request} id={Number(request)} />;
  return <ErasureQueue />;
}
