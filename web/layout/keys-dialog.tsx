import { useEffect, useRef } from 'react';
import '../styles/search-dialog.css';
import { type TextKey, useTexts } from '../i18n/texts.ts';

interface Keys {
  readonly about: TextKey;
  /** Each way to press it; the keys of one way are pressed together. */
  readonly ways: readonly (readonly string[])[];
}

const GROUPS: readonly { readonly title: TextKey; readonly keys: readonly Keys[] }[] = [
  {
    title: 'keys.anywhere',
    keys: [
      { about: 'keys.search', ways: [['/'], ['Ctrl', 'K']] },
      { about: 'keys.undo', ways: [['Ctrl', 'Z']] },
      { about: 'keys.keys', ways: [['?']] },
      { about: 'keys.close', ways: [['Esc']] },
    ],
  },
  {
    title: 'keys.list',
    keys: [
      { about: 'keys.move', ways: [['↑'], ['↓']] },
      { about: 'keys.ends', ways: [['Home'], ['End']] },
      { about: 'keys.open', ways: [['Enter']] },
      { about: 'keys.walk', ways: [['J'], ['K']] },
      { about: 'keys.choose', ways: [['Space']] },
      { about: 'keys.chooseTo', ways: [['Shift', 'Space']] },
    ],
  },
  {
    title: 'keys.document',
    keys: [
      { about: 'keys.page', ways: [['←'], ['→']] },
      { about: 'keys.zoom', ways: [['+'], ['−'], ['0']] },
    ],
  },
];

/** The keys that the pages listen to. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { say } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same as a click outside the dialog
    <dialog
      ref={dialog}
      className="search-dialog keys-dialog"
      aria-labelledby="keys-title"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div className="keys-head">
        <h2 id="keys-title">{say('keys.title')}</h2>
        <button type="button" className="search-close" onClick={() => dialog.current?.close()}>
          {say('app.close')}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="keys-groups" tabIndex={0} aria-labelledby="keys-title">
        {GROUPS.map(({ title, keys }) => (
          <section key={title}>
            <h3>{say(title)}</h3>
            <dl>
              {keys.map(({ about, ways }) => (
                <div key={about}>
                  <dt>{say(about)}</dt>
                  <dd>
                    {ways.map((way) => (
                      <span key={way.join()}>
                        {way.map((name) => (
                          <kbd key={name} className="key">
                            {name === 'Space' ? say('keys.space') : name}
                          </kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </dialog>
  );
}
