/** The action of the record that a revoked key leaves. */
export const REVOCATION = 'keys.revoke';

/** The key that such a record names. */
export function revokedBy(meta: string): string | undefined {
  try {
    const { kid } = JSON.parse(meta) as { kid?: unknown };
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}
