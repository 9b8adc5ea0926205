// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { personalValuesOf } from './erase-data.ts';

const OIB = '69435151530';
const PHONE = '+385 91 111 2222';

test('a telephone or OIB shared with another person is kept, since it identifies that person too', async (t) => {
  const { database, addPerson, addTenant } = await startTestService(t);
  await addTenant('Klub');
  const told = async (person: Parameters<typeof personalValuesOf>[1]) => {
    const { phone, oib } = await personalValuesOf(database.read, person);
    return { phone, oib };
  };
  const ana = await addPerson({ telefon: PHONE, oib: OIB });
  await addPerson({ telefon: '+385911112222', oib: '94577403194' }); // the same number, and another text
  await addPerson({ telefon: PHONE, oib: OIB, status: 'deleted' });
  assert.deepEqual(await told(ana), { phone: PHONE, oib: OIB });

  // Indexed only under the address, which begins with the number.
  await addPerson({ telefon: PHONE, email: '0911112222@klub.example', tenantId: 2 });
  assert.deepEqual(await told(ana), { phone: null, oib: OIB });

  const letters = [...'abcdefghijklmnopqrstuvwxyz'].join(' ');
  const iva = await addPerson({ telefon: '+386 1 234 567', ime: letters, prezime: letters.toUpperCase(), oib: '' });
  assert.deepEqual(await told(iva), { phone: '+386 1 234 567', oib: null });
  await addPerson({ telefon: '+386 1 234 567', ime: letters, prezime: [...'0123456789čđž'].join(' '), oib: OIB });
  assert.deepEqual(await told(iva), { phone: null, oib: null });
  assert.deepEqual(await told(ana), { phone: null, oib: null });

  // These occur in records about others as unrelated numbers.
  for (const telefon of ['-', '1', '+385', '0038591', '(01) 234'])
    assert.deepEqual(await told(await addPerson({ telefon, oib: '' })), { phone: null, oib: null }, telefon);
});
