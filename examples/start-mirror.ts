/** BASE_URL=… CLIENT_ID=… CLIENT_SECRET=… WEBHOOK_SECRET=whsec_… npx node examples/start-mirror.ts */
import { openMirror } from './mirror.ts';
import { needed } from './needed-settings.ts';

const mirror = await openMirror({
  baseUrl: needed('BASE_URL'),
  clientId: needed('CLIENT_ID'),
  clientSecret: needed('CLIENT_SECRET'),
  secret: needed('WEBHOOK_SECRET'),
  file: 'mirror.db',
});
mirror.listen(3001, () => console.log('Events arrive at http://localhost:3001'));
