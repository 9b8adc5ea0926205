import type { Socket } from 'node:net';
import { AppError, type RefusalCode } from '../kernel/app-error.ts';
import { opaqueId } from '../kernel/ids.ts';
import { errorBody } from './error-reply.ts';

const BY_CODE: Readonly<Record<string, RefusalCode>> = {
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
};

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/**
 * Answers requests that Node's parser rejects before there is a request object, and closes the connection. `headers` are
 * sent with every response.
 */
export function brokenHttpAnswerer(headers: Readonly<Record<string, string>>) {
  const answer = bareAnswerer(headers);
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    answer(socket, BY_CODE[error.code ?? ''] ?? 'request.malformed');
  };
}

/**
 * Refuses CONNECT: Node hands over its socket instead of a request, and would close it without a response if nobody
 * took it.
 */
export function tunnelRefuser(headers: Readonly<Record<string, string>>) {
  const answer = bareAnswerer(headers);
  return (_request: unknown, socket: Socket): void => {
    socket.on('error', () => {}); // nobody else listens now: a reset by the client would end the process
    answer(socket, 'request.target');
    socket.destroySoon(); // no server timeout applies either
  };
}

function bareAnswerer(headers: Readonly<Record<string, string>>) {
  const common = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (socket: Socket, code: RefusalCode): void => {
    const requestId = opaqueId();
    const refusal = new AppError(code);
    const body = errorBody(refusal, requestId);
    const head = [
      `HTTP/1.1 ${refusal.status} ${REASONS[refusal.status] ?? 'Bad Request'}`,
      ...common,
      `x-request-id: ${requestId}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}
