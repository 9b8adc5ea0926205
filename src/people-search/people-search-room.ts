import { defineRoom } from '../room/define-room.ts';

export const peopleSearchRoom = defineRoom({ name: 'people-search' });
