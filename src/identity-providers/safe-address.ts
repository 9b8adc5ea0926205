const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * `https`; plain `http` to a loopback name where the operator has permitted private addresses. What is fetched is checked
 * again by where it leads.
 */
export const isSafeAddress = ({ protocol, hostname }: URL, permitsPrivate: boolean): boolean =>
  protocol === 'https:' || (permitsPrivate && protocol === 'http:' && LOOPBACK_NAME.test(hostname));
