import type { OpenRoom, Room } from './define-room.ts';
import type { Ground, House } from './ground.ts';

// biome-ignore lint/suspicious/noExplicitAny: a list holds rooms of every kind; `add` checks what each needs
export type AnyRoom = Room<any, object>;

/** Rooms in order; `Offered` is what the ground and earlier rooms offer. A room that needs more does not compile. */
export interface RoomList<Offered> {
  readonly rooms: readonly AnyRoom[];
  add<Offers extends object = object>(room: Room<Offered, Offers>): RoomList<Offered & Offers>;
}

/** What all rooms of a list offer, and the ground. */
export type OffersOf<List> = List extends RoomList<infer Offered> ? Offered : never;

export const roomList = <Offered>(rooms: readonly AnyRoom[] = []): RoomList<Offered> => ({
  rooms,
  add: (room) => roomList([...rooms, room]),
});

/** Opens every room of a list with what earlier ones offer, and adds it to `opened`. Returns everything offered. */
export function openRooms<Offered>(
  { rooms }: RoomList<Offered>,
  ground: Ground,
  house: House,
  opened: OpenRoom<object>[],
): Offered {
  let offers: object = ground;
  for (const room of rooms) {
    const open = room.open?.(offers, house);
    if (open === undefined) continue;
    opened.push(open);
    offers = { ...offers, ...open.offers };
  }
  return offers as Offered; // `add` has checked it room by room
}
