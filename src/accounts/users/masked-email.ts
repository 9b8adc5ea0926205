/** `a•••@example.hr`: enough to recognise one's own address, too little to learn another's. */
export function maskedEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${[...local][0] ?? ''}•••@${domain}`;
}
