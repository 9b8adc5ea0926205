const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * `https`, or plain `http` to a loopback name if the operator has permitted private addresses. Requests are checked again by the
 * resolved address.
 */
export const isSafeAddress = ({ protocol, hostname }: URL, permitsPrivate: boolean): boolean =>
  protocol === 'https:' || (permitsPrivate && protocol === 'http:' && LOOPBACK_NAME.test(hostname));
