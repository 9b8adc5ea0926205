import { type ReactNode, useEffect, useRef } from 'react';
import type { Branding } from '../../client/wire-types.ts';
import { OfflineBar } from '../components/connection/offline-bar.tsx';
import { StorageNotice } from '../components/connection/storage-notice.tsx';
import { BrandMark } from '../components/frame/brand-mark.tsx';
import { brandedBy } from '../components/frame/branded.ts';
import { useSite } from '../components/frame/site.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { LanguageSwitch } from './language-switch.tsx';

interface EntryFrameProps {
  readonly title: string;
  /** Whose page it is, where a link tells; else it is the service's. */
  readonly tenant?: { readonly tenant_name: string; readonly branding: Branding } | undefined;
  /** Connection problems, on pages that make requests by themselves. */
  readonly trouble?: ReactNode;
  readonly children: ReactNode;
}

/** Layout of the pages for people who are not signed in. */
export function EntryFrame({ title, tenant, trouble = <OfflineBar />, children }: EntryFrameProps) {
  const { say } = useTexts();
  const site = useSite();
  const branding = tenant?.branding ?? site?.branding;
  return (
    <div className="entry" {...brandedBy(branding)}>
      <header className="entry-side">
        <div className="entry-name">
          <BrandMark logo={branding?.logo_url} />
          {say('app.name')}
        </div>
        <LanesDrawing />
        <OwnersName name={tenant?.tenant_name ?? site?.name} />
      </header>
      <main className="entry-main">
        <div className="entry-top">
          <LanguageSwitch />
        </div>
        <div className="entry-form">
          {trouble}
          <PageTitle title={title} />
          {children}
        </div>
        <AnchorLink to={PAGE_PATHS.policy} className="entry-policy" c="dimmed" size="sm">
          {say('policy.link')}
        </AnchorLink>
        <StorageNotice />
      </main>
    </div>
  );
}

/** The name of the service, or of who invites. Nothing waits for it, and nothing moves when it arrives. */
const OwnersName = ({ name }: { name: string | null | undefined }) => (
  <p className="entry-words" dir="auto" data-known={name ? '' : undefined}>
    {name}
  </p>
);

const LONG_TITLE = 48;

/** When a page moves to its next step, the title takes the focus, so that screen readers announce it. */
function PageTitle({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { say } = useTexts();
  const shown = useRef(title);
  useEffect(() => {
    document.title = `${title} · ${say('app.name')}`;
    if (shown.current !== title && document.activeElement === document.body) heading.current?.focus();
    shown.current = title;
  }, [title, say]);
  return (
    <h1 ref={heading} tabIndex={-1} data-long={title.length > LONG_TITLE || undefined}>
      {title}
    </h1>
  );
}

const CENTRE = { x: 520, y: 260 };
const RINGS = [60, 104, 148, 192, 236, 280, 324, 368, 412, 456, 500];

/** A place on a ring, by degrees. */
const on = (radius: number, degrees: number) => ({
  cx: CENTRE.x + radius * Math.cos((degrees * Math.PI) / 180),
  cy: CENTRE.y + radius * Math.sin((degrees * Math.PI) / 180),
});

/** Who is on their way: no sport has these to itself. */
const PEOPLE = [on(104, 205), on(192, 150), on(236, 238), on(324, 186), on(412, 162), on(456, 214)];

/** Lanes, ripples on water, rings of a target: of every sport a little, of none the ground. */
const LanesDrawing = () => (
  <svg className="lanes" viewBox="0 0 600 520" preserveAspectRatio="xMaxYMid slice" fill="none" aria-hidden="true">
    <g stroke="#fff" strokeWidth="2.5">
      {RINGS.map((radius, index) => (
        <circle
          key={radius}
          cx={CENTRE.x}
          cy={CENTRE.y}
          r={radius}
          opacity={0.5 - index * 0.035}
          strokeDasharray={index % 3 === 2 ? '10 14' : undefined}
        />
      ))}
    </g>
    {PEOPLE.map(({ cx, cy }, index) => (
      <circle key={cx} cx={cx} cy={cy} r="9" fill={index % 2 === 0 ? '#ff7a59' : '#8fc6ec'} />
    ))}
  </svg>
);
