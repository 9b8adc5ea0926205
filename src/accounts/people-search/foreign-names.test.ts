// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

/** People by first name and surname, and what finds them. */
const PEOPLE: readonly (readonly [string, string, readonly string[]])[] = [
  ['Kåre', 'Ødegård', ['Odegard', 'odegard', 'ØDEGÅRD', 'kare ode']],
  ['Jörg', 'Weiß', ['Weiss', 'WEISS', 'weiß', 'jorg']],
  ['Ǆevad', 'Ǌegoš', ['dževad', 'DŽEVAD', 'Dzevad', 'Џевад', 'njegos', 'Његош']],
  ['Işıl', 'Yıldız', ['isil', 'YILDIZ', 'yildiz']],
  ['Ｙｕｋｉ', 'Ｓａｔｏ', ['yuki sato', 'ＳＡＴＯ']],
  ['Јован', 'Петровић', ['jovan', 'petrovic', 'Petrović', 'ПЕТРОВИЋ', 'Јован Петр']],
  ['Jelena', 'Đurđević', ['Ђурђевић', 'durdevic', 'Јелена']],
  ['Юлия', 'Щербакова', ['julija', 'ščerbakova', 'юлия']],
  ['Œdipe', 'Æsir', ['oedipe', 'aesir']],
  ['Ѓорѓи', 'Ќосев', ['gjorgji', 'kjosev']],
  ['Marko', 'ﬁlipović', ['filipovic', 'FILIPOVIĆ']],
  ['Ħelen', 'Łukasz', ['helen', 'lukasz']],
];
const SORTED = ['Đurđević', 'ﬁlipović', 'Łukasz', 'Ǌegoš', 'Ødegård', 'Oreb', 'Петровић', 'Wagner', 'Xhaka', 'Žužić'];

test('names of other letters are found and sorted as Croatian spells them', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'uprava@savez.example', ime: 'Uprava', prezime: 'Oreb', role: 'superadmin' });
  const token = await service.tokenOf('uprava@savez.example');
  for (const prezime of ['Wagner', 'Xhaka', 'Žužić'])
    await service.addPerson({ email: `${prezime}@klub.example`.toLowerCase(), ime: 'Ana', prezime });
  for (const [index, [ime, prezime]] of PEOPLE.entries()) {
    const person = { email: `osoba${index}@klub.example`, ime, prezime, role: 'member', tenant_id: 1 };
    const made = await service.call('POST /api/admin/users', { token, body: person });
    assert.equal(made.status, 201, made.text);
  }
  const surnames = async (query: string): Promise<string[]> => {
    const listed = await service.call(`GET /api/admin/users?limit=100&${query}`, { token });
    assert.equal(listed.status, 200, listed.text);
    return listed.body.items.map((one: { prezime: string }) => one.prezime);
  };
  for (const [, prezime, texts] of PEOPLE)
    for (const text of texts)
      assert.deepEqual(await surnames(`q=${encodeURIComponent(text)}`), [prezime.normalize('NFC')], text);
  const all = await surnames('sort=name');
  assert.deepEqual(
    all.filter((one) => SORTED.includes(one)),
    SORTED,
  );
  assert.equal((await surnames('sort=name&from=%C5%BE'))[0], 'Žužić');
});
