import { bucketProblems } from './files-address.ts';
import type { serverSettings } from './server-settings.ts';
import { secretSetting, textSetting, type Values } from './setting.ts';

export const filesSettings = {
  filesUrl: textSetting('SVC_FILES_URL', {
    fallback: '',
    why: 'Uploads, documents and staged imports in an S3 bucket instead of a folder: `s3://bucket/prefix?endpoint=https://host:port&region=…`. Without `endpoint`: Amazon’s of the region. `style=host` puts the bucket into the host’s name, as Amazon has it; with an endpoint the path is usual.',
  }),
  filesAccessKey: secretSetting('SVC_FILES_S3_ACCESS_KEY', {
    why: 'Access key for the bucket of `SVC_FILES_URL`. It needs to get, put, delete and list.',
  }),
  filesSecretKey: secretSetting('SVC_FILES_S3_SECRET_KEY', {
    why: 'The secret that belongs to the access key.',
  }),
} as const;

/** Problems with these settings taken together. */
export function filesProblems(
  { filesUrl, filesAccessKey, filesSecretKey }: Values<typeof filesSettings>,
  { filesDir }: Pick<Values<typeof serverSettings>, 'filesDir'>,
): string[] {
  if (!filesUrl) return [];
  const problems = bucketProblems('SVC_FILES', { url: filesUrl, hasKeys: !!filesAccessKey && !!filesSecretKey });
  if (filesDir) problems.push('SVC_FILES_URL and SVC_FILES_DIR are both set; set one');
  return problems;
}
