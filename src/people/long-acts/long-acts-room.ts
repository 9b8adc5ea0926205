import { defineRoom } from '../../platform/room/define-room.ts';

/** What acts on many people have in common. It has no tables, routes or work of its own: each kind of act has. */
export const longActsRoom = defineRoom({ name: 'long-acts' });
