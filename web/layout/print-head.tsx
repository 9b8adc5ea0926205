import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Branding } from '../../client/wire-types.ts';
import '../styles/print.css';
import { BrandMark } from '../components/frame/brand-mark.tsx';
import { brandedBy } from '../components/frame/branded.ts';
import { fully } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { isNarrowed } from './tenant-switch.tsx';

/** A tenant as the head of a page presents it. */
export interface BrandedTenant {
  readonly name: string;
  readonly branding: Branding;
}

interface Printed {
  readonly at: string;
  readonly filters: readonly string[];
}

/** The head of a printed page: its tenant, when it was printed, and the filters of its list. */
export function PrintHead({ tenant }: { tenant: BrandedTenant | undefined }) {
  const { say, language } = useTexts();
  const { pathname } = useLocation();
  const [{ tenant_id = '' }] = useAddressState();
  const ofAll = isNarrowed(pathname) && tenant_id === '';
  const whose = ofAll ? say('nav.tenant.all') : tenant?.name;
  const branding = ofAll ? undefined : tenant?.branding;
  const [{ at, filters }, print] = useState<Printed>({ at: new Date().toISOString(), filters: [] });
  useEffect(() => {
    // Synchronously: the browser lays the paper out as soon as the event returns.
    const gather = () => flushSync(() => print({ at: new Date().toISOString(), filters: readFilters() }));
    addEventListener('beforeprint', gather);
    return () => removeEventListener('beforeprint', gather);
  }, []);
  return (
    <div className="print-head only-print" {...brandedBy(branding)}>
      {branding?.logo_url && <BrandMark logo={branding.logo_url} />}
      <p>{[whose, say('app.name'), say('print.at', { when: fully(at, language) })].filter(Boolean).join(' · ')}</p>
      {filters.length > 0 && <p>{say('print.filters', { filters: filters.join(' · ') })}</p>}
    </div>
  );
}

/** Read from the page, which is what gets printed: every list draws its filters inside `<search>` or as tabs. */
function readFilters(): string[] {
  if (document.querySelector('.side-drawer')) return []; // it is printed in place of its list
  const chosen = 'main :is(.state-tabs [aria-current=page], .chips [aria-pressed=true])';
  const tabs = [...document.querySelectorAll(chosen)].map(ownText);
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('main search :is(input, select)')];
  const filled = fields.filter(({ type, value }) => type !== 'hidden' && value !== '');
  return [...tabs, ...filled.map((field) => `${nameOf(field)}: ${readValue(field)}`)];
}

/** Without the count beside it. */
const ownText = (tab: Element): string => tab.firstChild?.textContent ?? '';

const nameOf = (field: HTMLInputElement | HTMLSelectElement): string =>
  field.ariaLabel ?? field.labels?.[0]?.textContent ?? '';

function readValue(field: HTMLInputElement | HTMLSelectElement): string {
  return field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.value;
}
