// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../entry/app/read-settings.ts';
import { filesAddress } from './storage-settings.ts';

test('the address of a bucket, with what it leaves out', () => {
  const server = { endpoint: 'https://s3.example.hr:9000', region: 'us-east-1', style: 'path' } as const;
  assert.deepEqual(filesAddress('s3://datoteke/savez/2026/?endpoint=https://s3.example.hr:9000'), {
    bucket: 'datoteke',
    prefix: 'savez/2026/',
    ...server,
  });
  assert.deepEqual(filesAddress('s3://datoteke?endpoint=https%3A%2F%2Fs3.example.hr%3A9000&style=host'), {
    bucket: 'datoteke',
    prefix: '',
    ...server,
    style: 'host',
  });
  assert.deepEqual(filesAddress('s3://moj.bucket/a?region=eu-central-1'), {
    bucket: 'moj.bucket',
    prefix: 'a/',
    region: 'eu-central-1',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    style: 'host',
  });
});

test('anything else is refused at the start, with every problem at once and no secret', () => {
  const wrong = [
    'https://datoteke/savez',
    's3://kljuc:tajna@datoteke/savez',
    's3://DA/savez',
    's3://d/savez',
    's3://datoteke:9000/savez',
    's3://datoteke/../tudje',
    's3://datoteke/a//b',
    's3://datoteke/%2e%2e/x',
    's3://datoteke/čć',
    's3://datoteke/a?endpoint=ftp://x',
    's3://datoteke/a?endpoint=https://a:b@x',
    's3://datoteke/a?endpoint=https://x/put',
    's3://datoteke/a?region=EU',
    's3://datoteke/a?region=a&region=b',
    's3://datoteke/a?style=dns',
    's3://datoteke/a?kljuc=tajna',
  ];
  const accepted = wrong.filter((url) => filesAddress(url) !== undefined);
  assert.deepEqual(accepted, ['s3://datoteke/../tudje', 's3://datoteke/%2e%2e/x'], 'the URL itself resolves dots');
  assert.deepEqual(filesAddress('s3://datoteke/../tudje')?.prefix, 'tudje/');
  const env = { SVC_FILES_URL: 's3://a:tajna@b', SVC_FILES_DIR: '/srv/x', SVC_FILES_S3_ACCESS_KEY: 'AKIA' };
  assert.throws(
    () => readSettings(env),
    (error: Error) => {
      const lines = error.message.split('\n').filter((line) => line.includes('SVC_FILES'));
      assert.equal(lines.length, 3, error.message);
      return !error.message.includes('tajna') && !error.message.includes('AKIA');
    },
  );
});
