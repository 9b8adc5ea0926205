/** ISSUER=… CLIENT_ID=… CLIENT_SECRET=… COOKIE_SECRET=… npx node examples/start-shop.ts */
import { needed } from './needed-settings.ts';
import { openShop } from './shop.ts';

const port = 3000;
const origin = `http://localhost:${port}`;
const shop = openShop({
  issuer: needed('ISSUER'),
  clientId: needed('CLIENT_ID'),
  clientSecret: needed('CLIENT_SECRET'),
  cookieSecret: needed('COOKIE_SECRET'),
  origin,
});
shop.listen(port, 'localhost', () => console.log(`The shop is open at ${origin}`));
