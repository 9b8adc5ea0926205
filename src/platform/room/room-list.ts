import type { OpenRoom, Room } from './define-room.ts';
import type { Platform, Registry } from './platform.ts';

// biome-ignore lint/suspicious/noExplicitAny: a list holds rooms of every kind; `add` checks what each needs
export type AnyRoom = Room<any, object>;

/** Rooms in order; `Offered` is what the platform and earlier rooms offer. A room that needs more does not compile. */
export interface RoomList<Offered> {
  readonly rooms: readonly AnyRoom[];
  add<Services extends object = object>(room: Room<Offered, Services>): RoomList<Offered & Services>;
}

/** What all rooms of a list offer, and the platform. */
export type ServicesOf<List> = List extends RoomList<infer Offered> ? Offered : never;

export const roomList = <Offered>(rooms: readonly AnyRoom[] = []): RoomList<Offered> => ({
  rooms,
  add: (room) => roomList([...rooms, room]),
});

/** Opens every room of a list with what earlier ones offer, and adds it to `opened`. Returns everything offered. */
export function openRooms<Offered>(
  { rooms }: RoomList<Offered>,
  platform: Platform,
  registry: Registry,
  opened: OpenRoom<object>[],
): Offered {
  let services: object = platform;
  for (const room of rooms) {
    const open = room.open?.(services, registry);
    if (open === undefined) continue;
    opened.push(open);
    services = { ...services, ...open.services };
  }
  return services as Offered; // `add` has checked it room by room
}
