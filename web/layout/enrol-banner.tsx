import { useLocation } from '@tanstack/react-router';
import { Notice } from '../components/connection/notice.tsx';
import { onDay } from '../components/frame/times.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

/** The deadline for enrolling a second factor. Hidden on the page where it is enrolled. */
export function EnrolBanner({ by }: { by: string }) {
  const { say, language } = useTexts();
  const { pathname } = useLocation();
  const [{ tab }] = useAddressState();
  if (pathname === PAGE_PATHS.profile && tab === 'sigurnost') return null;
  return (
    <div className="enrol-banner">
      <Notice kind="info">
        {say('enrol.by', { when: onDay(by, language).replace(/\.?$/, '.') })}{' '}
        <AnchorLink to={PAGE_PATHS.profile} search={{ tab: 'sigurnost' }} underline="always">
          {say('enrol.now')}
        </AnchorLink>
      </Notice>
    </div>
  );
}
