import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImportFixture } from '../../../test/support/import-fixture.ts';

test('neither the cells nor the faulty rows of a file show a password or its hash', async (t) => {
  const fixture = await openImportFixture(t);
  const { service } = fixture;
  const hash = `$2b$04$${'a'.repeat(53)}`;
  const csv = `email,oib,password_hash,napomena\na@example.hr,1,${hash},\nb@example.hr,,lozinka123,${hash}\nc@example.hr,1,,\n`;
  const done = await fixture.run(csv, { query: '?dry_run=1' });
  assert.equal(done.failed, 3);
  await service.addPerson({ email: 'druga@example.hr', role: 'admin' });
  const token = await service.tokenOf('druga@example.hr');
  const file = await service.call(`GET /api/admin/imports/${done.id}/faulty.csv`, { token });
  const cells = await service.call(`GET /api/admin/imports/${done.id}/cells`, { token });
  for (const { status, text } of [file, cells]) {
    assert.equal(status, 200);
    assert.ok(!text.includes(hash) && !text.includes('lozinka123'), text);
  }
  const oib = 'OIB nije ispravan: treba imati 11 znamenki, a posljednja je kontrolna.';
  const hidden = 'Sažetak lozinke prepišite iz svoje datoteke ili ispraznite ćeliju.';
  assert.deepEqual(file.text.split('\r\n'), [
    '\uFEFFŠto nije u redu;email;oib;password_hash;napomena',
    `"Redak 2: ${oib} ${hidden}";a@example.hr;1;•••;`,
    `Redak 3: Sažetak lozinke nije ispravan ili je vrste koja se ne prima. ${hidden};b@example.hr;;•••;•••`,
    `"Redak 4: ${oib}";c@example.hr;1;;`,
    '',
  ]);
  const english = await service.call(`GET /api/admin/imports/${done.id}/faulty.csv?language=en`, { token });
  assert.match(english.text, /Copy the password hash from your own file, or leave the cell empty\./);
  assert.deepEqual(
    cells.body.rows.map((row: { cells: string[] }) => row.cells.slice(2)),
    [
      ['•••', ''],
      ['•••', '•••'],
      ['', ''],
    ],
  );
  await service.audit.forget();
  const corrected = await fixture.run(file.text.replaceAll(';1;', ';;'));
  assert.deepEqual([corrected.created, corrected.failed], [1, 2], 'a hidden hash is missed, not lost');
  assert.deepEqual(await service.audit.actions(), ['import.start', 'user.create', 'import.finish']);
  assert.deepEqual(await service.mails.take(), []);
});
