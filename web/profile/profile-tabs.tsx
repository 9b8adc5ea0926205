import { Link } from '@tanstack/react-router';
import { type TextKey, useTexts } from '../i18n/texts.ts';

export const PROFILE_TABS = ['podaci', 'clanstva', 'sigurnost', 'uredaji', 'privatnost'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** The URL may say anything. */
export const isProfileTab = (said: string | undefined): said is ProfileTab =>
  PROFILE_TABS.some((known) => known === said);

interface ProfileTabsProps {
  readonly open: ProfileTab;
  /** Tabs that need attention, marked by word and not by colour alone. */
  readonly waiting: readonly ProfileTab[];
  /** Whoever has one membership reads of it nowhere else either. */
  readonly hasSeveral: boolean;
}

/** The tabs of the user's own page, each with its own URL. */
export function ProfileTabs({ open, waiting, hasSeveral }: ProfileTabsProps) {
  const { say } = useTexts();
  return (
    <nav className="tabs" aria-label={say('profile.tabs')}>
      {PROFILE_TABS.filter((tab) => tab !== 'clanstva' || hasSeveral || open === tab).map((tab) => (
        <Link
          key={tab}
          to="."
          search={(before) => ({ ...before, tab })}
          resetScroll={false}
          className="tab"
          aria-current={tab === open ? 'page' : undefined}
        >
          {say(`profile.tab.${tab}` satisfies TextKey)}
          {waiting.includes(tab) && (
            <>
              <span className="tab-dot" aria-hidden="true" />
              <span className="hidden">{say('profile.tab.waiting')}</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
