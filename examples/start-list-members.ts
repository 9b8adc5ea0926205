/** BASE_URL=… CLIENT_ID=… CLIENT_SECRET=… npx node examples/start-list-members.ts */
import { listMembers } from './list-members.ts';
import { needed } from './needed-settings.ts';

const options = {
  baseUrl: needed('BASE_URL'),
  clientId: needed('CLIENT_ID'),
  clientSecret: needed('CLIENT_SECRET'),
};
for await (const { id, full_name, email } of listMembers(options)) console.log(`${id}\t${full_name}\t${email}`);
