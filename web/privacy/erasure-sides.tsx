import type { ErasurePreview } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { amountsOf, roomName, wordsOr } from './erasure-words.tsx';

type Rooms = ErasurePreview['rooms'];

const holdsSomething = ({ entries }: Rooms[number]): boolean => Object.keys(entries).length > 0;

/** What is erased and what is kept, on which legal basis and until when; only for areas that hold something. */
export function ErasureSides({ rooms }: { rooms: Rooms }) {
  const { say } = useTexts();
  const held = rooms.filter(holdsSomething);
  const empty = rooms.filter((room) => !holdsSomething(room));
  const stays = held.filter((room) => room.stays !== null);
  return (
    <div className="erasure-sides">
      <Section title={say('privacy.goes.title')} text={say('privacy.goes.text')}>
        <ul className="side">
          {held.map(({ room, entries, goes }) => (
            <li key={room}>
              <Icon name="erase" size={18} />
              <div>
                <strong>{roomName(say, room)}</strong>
                <span className="side-amount">{amountsOf(say, entries)}</span>
                <p>{wordsOr(say, `privacy.room.${room}.goes`, goes)}</p>
              </div>
            </li>
          ))}
        </ul>
        {empty.length > 0 && (
          <p className="hint">
            {say('privacy.goes.nothing', { rooms: empty.map(({ room }) => roomName(say, room)).join(', ') })}
          </p>
        )}
      </Section>
      <Section title={say('privacy.stays.title')} text={say('privacy.stays.text')}>
        <ul className="side">
          {stays.map(({ room, stays: kept }) => (
            <li key={room}>
              <Icon name="keep" size={18} />
              <div>
                <strong>{roomName(say, room)}</strong>
                <p>{wordsOr(say, `privacy.room.${room}.stays`, kept?.what ?? '')}</p>
                <dl>
                  <dt>{say('privacy.stays.ground')}</dt>
                  <dd>{wordsOr(say, `privacy.room.${room}.ground`, kept?.ground ?? '')}</dd>
                  <dt>{say('privacy.stays.until')}</dt>
                  <dd>{wordsOr(say, `privacy.room.${room}.until`, kept?.until ?? '')}</dd>
                </dl>
              </div>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
