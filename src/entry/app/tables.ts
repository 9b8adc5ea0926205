import { platformTables } from '../../platform/room/platform-tables.ts';
import { rooms } from './rooms.ts';

/** Every table of the store, each after those that it refers to. Migrations make them; the platform knows no room. */
export const tables = [...platformTables, ...rooms.rooms.flatMap((room) => room.tables ?? [])];
