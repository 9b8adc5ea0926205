import { defineRoom } from '../room/define-room.ts';

export const policyRoom = defineRoom({ name: 'policy' });
