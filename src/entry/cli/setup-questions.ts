/** The answers so far, by setting. */
export type Answers = Readonly<Record<string, string>>;

/** One question of a first installation: an option of `setup`, and the setting that its answer becomes. */
export interface Question {
  readonly option: string;
  readonly setting: string;
  /** The setting instead if the answer is the address of a bucket. */
  readonly bucketSetting?: string;
  readonly text: string;
  /** The default. Without one an answer is required. */
  readonly fallback?: (answers: Answers) => string;
  /** Whether to ask, given the earlier answers. */
  readonly when?: (answers: Answers) => boolean;
  /** Hidden while typed, and not an option, since other users of the machine can see options. */
  readonly isSecret?: true;
  readonly isFolder?: true;
}

const none = () => '';
const BUCKET = 's3://bucket/prefix?endpoint=https://host';
const bucketKeys = (what: string, begins: string, option: string): Question[] => {
  const when = (answers: Answers) => (answers[`${begins}_URL`] ?? '') !== '';
  return [
    { option, setting: `${begins}_S3_ACCESS_KEY`, text: `Access key for the bucket of ${what}`, when },
    {
      option: `${option}-secret`,
      setting: `${begins}_S3_SECRET_KEY`,
      text: 'Secret of that key',
      when,
      isSecret: true,
    },
  ];
};

const hasMail = ({ SVC_SMTP_HOST }: Answers) => SVC_SMTP_HOST !== '';

export const QUESTIONS: readonly Question[] = [
  {
    option: 'public-url',
    setting: 'SVC_PUBLIC_URL',
    text: 'Address people will use, such as https://racun.your.domain',
    fallback: () => 'http://localhost:8080',
  },
  { option: 'port', setting: 'SVC_PORT', text: 'Port to listen on', fallback: () => '8080' },
  {
    option: 'proxies',
    setting: 'SVC_TRUSTED_PROXIES',
    text: 'Addresses of the proxy in front, separated by commas; empty without one',
    fallback: ({ SVC_PUBLIC_URL = '' }) => (SVC_PUBLIC_URL.startsWith('https:') ? '127.0.0.1' : ''),
  },
  {
    option: 'data-dir',
    setting: 'SVC_DATA_DIR',
    text: 'Folder for data',
    fallback: () => '/var/lib/iskaznica',
    isFolder: true,
  },
  {
    option: 'files',
    setting: 'SVC_FILES_DIR',
    bucketSetting: 'SVC_FILES_URL',
    text: `Folder or bucket (${BUCKET}) for uploads; empty to keep them with the data`,
    fallback: none,
    isFolder: true,
  },
  ...bucketKeys('uploads', 'SVC_FILES', 'files-key'),
  {
    option: 'database-url',
    setting: 'SVC_DATABASE_URL',
    text: 'PostgreSQL (postgres://user:password@host/name); empty to use the embedded database',
    fallback: none,
  },
  {
    option: 'redis-url',
    setting: 'SVC_REDIS_URL',
    text: 'Redis (redis://host:6379), needed with more than one node; empty with one',
    fallback: none,
    when: ({ SVC_DATABASE_URL }) => SVC_DATABASE_URL !== '',
  },
  {
    option: 'smtp-host',
    setting: 'SVC_SMTP_HOST',
    text: 'Mail server; empty to write mails into files for now',
    fallback: none,
  },
  {
    option: 'smtp-port',
    setting: 'SVC_SMTP_PORT',
    text: 'Port of the mail server',
    fallback: () => '587',
    when: hasMail,
  },
  {
    option: 'smtp-user',
    setting: 'SVC_SMTP_USER',
    text: 'User name on the mail server; empty if it needs none',
    fallback: none,
    when: hasMail,
  },
  {
    option: 'smtp-password',
    setting: 'SVC_SMTP_PASSWORD',
    text: 'Password on the mail server',
    when: ({ SVC_SMTP_USER = '' }) => SVC_SMTP_USER !== '',
    isSecret: true,
  },
  {
    option: 'mail-from',
    setting: 'SVC_SMTP_FROM',
    text: 'Sender of mails',
    fallback: ({ SVC_PUBLIC_URL = '' }) => `Iskaznica <iskaznica@${new URL(SVC_PUBLIC_URL).hostname}>`,
    when: hasMail,
  },
  { option: 'admin-email', setting: 'SVC_ADMIN_EMAIL', text: 'Your address, for the first administrator' },
  {
    option: 'backups',
    setting: 'SVC_BACKUP_DIR',
    bucketSetting: 'SVC_BACKUP_URL',
    text: `Folder, best on another disk, or bucket (${BUCKET}) for backups; empty for none`,
    fallback: none,
    isFolder: true,
  },
  ...bucketKeys('backups', 'SVC_BACKUP', 'backups-key'),
];
