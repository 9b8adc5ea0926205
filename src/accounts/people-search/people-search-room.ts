import { defineRoom } from '../../platform/room/define-room.ts';

export const peopleSearchRoom = defineRoom({ name: 'people-search' });
