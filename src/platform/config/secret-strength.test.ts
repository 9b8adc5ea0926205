// engine: none
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { passphraseWeakness, secretWeakness } from './secret-strength.ts';

/** Of the kinds that public lists of secrets consist of. */
const WEAK = {
  'a UUID that thousands of projects copied': '0a6b944d-d2fb-46fc-a85e-0295c986cd9f',
  'two UUIDs': '0a6b944d-d2fb-46fc-a85e-0295c986cd9f1b4e28ba-2fa1-11d2-883f-0016d3cca427',
  'words with a run of digits': 'MYULTRA-secure-andreallylong-secretKEY-123456789456123456789',
  'what is to be replaced': 'This_Should_be_32_characters_long',
  'a sentence': 'the fence behind our boathouse is 4 metres long and green',
  'words without digits': 'MojKlubVeslaNaMoruSvakoJutroRano',
  'words and a year': 'MojKlubVeslaNaMoruSvakoJutro2026!',
  'one piece, repeated': 'kQ7xV2mZ9tR4kQ7xV2mZ9tR4kQ7xV2mZ9tR4',
  'a row of keys': 'qwertyuiop1asdfghjkl2yxcvbnm3qwertz4asdf',
  'of a tutorial': 'your-256-bit-secret-your-256-bit-secret',
  'of a framework': 'django-insecure-change-me-in-production-please',
  'words in base64': 'bXktMzItY2hhcmFjdGVyLXVsdHJhLXNlY3VyZS1hbmQtdWx0cmEtbG9uZy1zZWNyZXQ=',
  'the alphabet': 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEF',
  'a hexadecimal word': 'deadbeefdeadbeefdeadbeefdeadbeef',
  'one word, again and again': 'P@ssw0rdP@ssw0rdP@ssw0rdP@ssw0rd1',
  'a sentence without spaces': 'hereisaverylongsecretthatyouwillneverguess',
  'words around few random letters': 'secret-key-jwt-token-8fK2pQ-production-auth-app',
  'a token': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIyMDI2In0.9kQ7xV2mZ4tR8bN3cW6yP1sD5fG0hJ',
  'a step-by-three key': 'SgVkYp3s6v9y$B&E)H@McQfTjWnZr4u7',
  'such a key in hexadecimal digits': '6D597133743677397A244326462948404A4E635266556A586E32723575',
};

/** Of standards, tutorials and repositories. They were random once. */
const PUBLISHED = {
  'the tutorial of FastAPI': '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7',
  'tutorials of Spring Boot': '404E635266556A586E3272357538782F413F4428472B4B6250645367566B5970',
  'of 48 letters and signs': '64X1Isp6QuPjyzdBKVI3xH0+tLYc02jaop2URrolenza31OI',
  'the key in RFC 7515': 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
  'the key in RFC 8037': '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  'a signature in RFC 7515': 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  'MD5 of nothing': 'd41d8cd98f00b204e9800998ecf8427e',
  'with signs': '2nJS=TpH/qBfB=NI6:H/jt3@5B3IBhzD4OjWi=tCH50Bjy2=JCXO^]XeZUW47Gv4',
  'of 32 letters and digits': 'r9iMKoe5CRMgvJBBtp4HrqN7QiPpUToj',
  'of a new project of Django': 'django-insecure-x9-crhobalg4ql+x#s-vyg^ern71r4#j=3kvnjb#-qlv_2x!m3',
  'of base32 letters': 'ECCJZNJWLPEA3YB6Y2LTQGQD3GJZ3F93',
  'of 64 bytes': 'XCAP05H6LoKvbRRa/QkqLNMI7cOHguaRyHzyg7n5qEkGjQmtBhz4SzYh4Fqwjyi3KJHlSXKPwVu2+bXr6CtpgQ==',
  'in capital digits': '09D25E094FAA6CA2556C818166B7A9563B93F7099F6F0F4CAA6CF63B88E8D3E7',
  'in quotes': '"r9iMKoe5CRMgvJBBtp4HrqN7QiPpUToj"',
};

const WORDS =
  'sun river stone forest window garden morning bridge letter summer captain harbour island market village orange dragon monkey ' +
  'vjetar otok lanterna kolotur bonaca sidro kormilo kamen sunce proljece jutro regata skola knjiga prozor ulica rijeka jezero';
const WALKS = 'qwertyuiop asdfghjkl zxcvbnm 1234567890 1qaz2wsx3edc4rfv qwertzuiop yxcvbnm'.split(' ');

/** The same numbers at every run: from 0 up to `below`. */
function numbers(): (below: number) => number {
  let [bytes, at] = [Buffer.alloc(0), 0];
  let round = 0;
  return (below) => {
    if (at + 4 > bytes.length) {
      bytes = createHash('sha512').update(String(round++)).digest();
      at = 0;
    }
    at += 4;
    return bytes.readUInt32BE(at - 4) % below;
  };
}

/** Of each kind that people make up, how many of a hundred are refused at least. */
const MADE_UP: Readonly<
  Record<string, [least: number, make: (text: () => string, next: (below: number) => number) => string]>
> = {
  words: [95, (text) => text()],
  'words and a year': [90, (text, next) => `${text()}-${1950 + next(80)}!`],
  'words behind a number': [85, (text, next) => next(999) + text()],
  'words in base64': [90, (text) => Buffer.from(text()).toString('base64')],
  'words in hexadecimal digits': [90, (text) => Buffer.from(text()).toString('hex')],
  'words with digits for letters': [
    30,
    (text) => text().replace(/[aeos]/g, (letter) => ({ a: '4', e: '3', o: '0', s: '5' })[letter] ?? letter),
  ],
  'walks over the keyboard': [
    99,
    (_text, next) => Array.from({ length: 9 }, () => WALKS[next(WALKS.length)]?.slice(0, 4 + next(6))).join(''),
  ],
  'what resting fingers hit': [
    95,
    (_text, next) => Array.from({ length: 40 }, () => 'asdfghjklasdfghjkl1e'[next(20)]).join(''),
  ],
  'a block twice': [
    100,
    (_text, next) =>
      Array.from({ length: 17 }, () => next(36).toString(36))
        .join('')
        .repeat(2),
  ],
  days: [
    100,
    (_text, next) => Array.from({ length: 4 }, () => `${1950 + next(80)}-0${1 + next(9)}-1${next(10)}`).join(''),
  ],
  digits: [100, (_text, next) => Array.from({ length: 40 }, () => next(10)).join('')],
};

test('of what people make up, nearly all is refused', (t) => {
  const next = numbers();
  const words = WORDS.split(' ');
  const text = () => {
    const between = ['', '-', '_', '.'][next(4)] ?? '';
    let made = words[next(words.length)] ?? '';
    while (made.length < 34) made += `${between}${words[next(words.length)]}`;
    return made;
  };
  for (const [kind, [least, make]] of Object.entries(MADE_UP)) {
    const refused = Array.from({ length: 100 }, () => secretWeakness(make(text, next))).filter(Boolean).length;
    t.diagnostic(`${kind}: ${refused} of 100`);
    assert.ok(refused >= least, `${kind}: ${refused}`);
  }
});

const ALPHABETS: Readonly<Record<string, string>> = {
  hexadecimal: '0123456789abcdef',
  base32: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  base36: 'abcdefghijklmnopqrstuvwxyz0123456789',
  alphanumeric: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  base64url: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  signs: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./:;<=>?@[]^_{|}~',
};

test('twenty thousand random secrets are accepted', () => {
  const next = numbers();
  for (let round = 0; round < 960; round++) {
    for (const [name, alphabet] of Object.entries(ALPHABETS)) {
      for (const length of [32, 40, 64]) {
        const secret = Array.from({ length }, () => alphabet[next(alphabet.length)]).join('');
        assert.equal(secretWeakness(secret), undefined, `${name}: ${secret}`);
      }
    }
  }
});

test('a secret of words, patterns or UUIDs is weak', () => {
  for (const [what, secret] of Object.entries(WEAK)) assert.ok(secretWeakness(secret), what);
});

test('a published secret is refused, and the refusal says why', () => {
  for (const [where, secret] of Object.entries(PUBLISHED)) {
    assert.match(secretWeakness(secret) ?? '', /^is published/, where);
    assert.match(passphraseWeakness(secret) ?? '', /^is published/, where);
  }
  assert.equal(secretWeakness(PUBLISHED['of 32 letters and digits'].replace('r9', 'r8')), undefined);
});

test('what the recommended commands make is accepted', () => {
  for (let round = 0; round < 2000; round++) {
    for (const secret of [randomBytes(48).toString('base64'), randomBytes(32).toString('hex')])
      assert.equal(secretWeakness(secret), undefined, secret);
  }
});

test('a passphrase may be of words', () => {
  assert.equal(passphraseWeakness('sidro jugo lanterna kolotur škuna bonaca'), undefined);
  assert.ok(passphraseWeakness('change this secret password please now'));
});
