import { errorTable } from '../kernel/app-error.ts';
import { PROBLEMS } from './validation-problem.ts';

const SIGN_IN_AGAIN = 'Prijavite se ponovno.';

/** Refusals of the gate. Only these make clients sign out. */
export const authErrors = errorTable({
  'auth.missing': { status: 401, detail: 'Za ovo je potrebna prijava.', when: 'No Bearer token was sent.' },
  'auth.invalid': {
    status: 401,
    detail: `Prijava nije valjana. ${SIGN_IN_AGAIN}`,
    when: 'The token is malformed, signed by another key, or of another kind.',
  },
  'auth.expired': { status: 401, detail: `Prijava je istekla. ${SIGN_IN_AGAIN}`, when: 'The token is past its `exp`.' },
  'auth.revoked': {
    status: 401,
    detail: `Prijava je završena. ${SIGN_IN_AGAIN}`,
    when: 'The sign-in was ended: signed out, password or role changed, account suspended or deleted.',
  },
});

export const accessErrors = errorTable({
  'access.role': {
    status: 403,
    detail: 'Vaša uloga ne dopušta ovu radnju.',
    when: 'The role of the caller is too low.',
  },
  'access.scope': {
    status: 403,
    detail: 'Ova usluga nema ovlast za ovu radnju.',
    when: 'A service called a route without the scope that opens it.',
  },
  'access.service': {
    status: 403,
    detail: 'Ovu radnju obavljaju samo ljudi.',
    when: 'A service called a route that no scope opens, or an act that requires re-authentication.',
  },
  '2fa.enrol_required': {
    status: 403,
    detail: 'Najprije uključite drugi korak prijave.',
    when: 'The role of the account requires a second factor, and none is enabled.',
  },
  'reauth.required': {
    status: 403,
    detail: 'Za ovu radnju još jednom potvrdite da ste to Vi.',
    when: 'The call requires a sign-in, or a re-authentication of this sign-in, within SVC_REAUTH_MIN minutes.',
  },
  'password.change_required': {
    status: 403,
    detail: 'Najprije promijenite lozinku.',
    when: 'The account must choose a new password before anything else.',
  },
});

export const requestErrors = errorTable({
  'request.target': {
    status: 400,
    detail: 'Adresa zahtjeva nije ispravna.',
    when: 'The target is not in origin form, or its path is ambiguous.',
  },
  'request.malformed': { status: 400, detail: 'Zahtjev nije ispravan.', when: 'The request is not valid HTTP.' },
  'request.invalid': {
    status: 422,
    detail: 'Podaci nisu ispravni.',
    when: 'A part of the request does not match its schema; `detail` is a list of `{loc, msg, type}`.',
    members: { detail: PROBLEMS },
  },
  'request.tenant': {
    status: 400,
    detail: '`tenant` i `tenant_id` navode različite organizacije. Dovoljan je jedan.',
    when: 'A list is asked for with `tenant` and `tenant_id`, which are the same filter, and they differ.',
  },
  'request.not_found': { status: 404, detail: 'Ovdje nema ničega.', when: 'No such path.' },
  'request.method': {
    status: 405,
    detail: 'Ova adresa ne prima takav zahtjev.',
    when: 'The path does not support this method; `Allow` lists those it does.',
  },
  'request.too_large': {
    status: 413,
    detail: 'Poslano je previše podataka.',
    when: 'The body is larger than the route accepts.',
  },
  'request.media_type': {
    status: 415,
    detail: 'Ova vrsta sadržaja nije podržana.',
    when: 'The route does not accept this content type.',
  },
  'request.headers_too_large': {
    status: 431,
    detail: 'Zaglavlja zahtjeva su prevelika.',
    when: 'The header section exceeds 16 KiB.',
  },
  'request.timeout': {
    status: 408,
    detail: 'Zahtjev nije stigao na vrijeme.',
    when: 'The request was not complete in time.',
  },
  'request.too_many': {
    status: 429,
    detail: 'Previše zahtjeva. Pokušajte malo kasnije.',
    when: 'The limit of the route is reached; `Retry-After` says how long.',
  },
  'request.too_many_at_once': {
    status: 429,
    detail: 'Previše zahtjeva odjednom. Pričekajte odgovore pa pokušajte ponovno.',
    when: 'A caller has few answers in the making at a time, and too many calls wait for theirs. Nothing was done.',
  },
  'request.too_many_open': {
    status: 429,
    detail: 'Previše je otvorenih preuzimanja. Pričekajte da završe pa pokušajte ponovno.',
    when: 'The caller has eight files or streams of events open that are not read to the end. Nothing was done.',
  },
});

export const serverErrors = errorTable({
  'server.fault': {
    status: 500,
    detail: 'Nešto je pošlo po zlu kod nas.',
    when: 'A bug in the service. The log has the cause under the `request_id`.',
  },
  'server.not_ready': {
    status: 503,
    detail: 'Ovaj poslužitelj više ne prima nove zahtjeve.',
    when: 'Only from the readiness check: the node is draining and about to stop. Other calls are still answered.',
  },
  'server.stopping': {
    status: 503,
    detail: 'Usluga se upravo ponovno pokreće.',
    when: 'The node is shutting down; retry.',
  },
});
