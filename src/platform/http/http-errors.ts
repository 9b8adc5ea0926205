import { type CodesOf, declareRefusals } from '../kernel/app-error.ts';
import { PROBLEMS } from './request-refusal.ts';

const SIGN_IN_AGAIN = 'Prijavite se ponovno.';

/** Refusals of the gate. Only these make clients sign out. */
export const authErrors = declareRefusals({
  'auth.missing': { status: 401, hr: 'Za ovo je potrebna prijava.', en: null, when: 'No Bearer token was sent.' },
  'auth.invalid': {
    status: 401,
    hr: `Prijava nije valjana. ${SIGN_IN_AGAIN}`,
    en: null,
    when: 'The token is malformed, signed by another key, or of another kind.',
  },
  'auth.expired': {
    status: 401,
    hr: `Prijava je istekla. ${SIGN_IN_AGAIN}`,
    en: null,
    when: 'The token is past its `exp`.',
  },
  'auth.revoked': {
    status: 401,
    hr: `Prijava je prekinuta. ${SIGN_IN_AGAIN}`,
    en: null,
    when: 'The sign-in was ended: signed out, password or role changed, account suspended or deleted.',
  },
});

export const accessErrors = declareRefusals({
  'access.role': {
    status: 403,
    hr: 'Vaša uloga ne dopušta ovu radnju.',
    en: 'Your role does not allow this.',
    when: 'The role of the caller is too low.',
  },
  'access.scope': {
    status: 403,
    hr: 'Ova usluga nema ovlast za ovu radnju.',
    en: null,
    when: 'A service called a route without the scope that opens it.',
  },
  'access.service': {
    status: 403,
    hr: 'Ovu radnju obavljaju samo ljudi.',
    en: 'Only people may do this.',
    when: 'A service called a route that no scope opens, or an act that requires re-authentication.',
  },
  '2fa.enrol_required': {
    status: 403,
    hr: 'Najprije uključite drugi korak prijave.',
    en: 'Turn on two-step sign-in first.',
    when: 'The role of the account requires a second factor, and none is enabled.',
  },
  'reauth.required': {
    status: 403,
    hr: 'Za ovu radnju još jednom potvrdite da ste to Vi.',
    en: 'Confirm once more that it is you.',
    when: 'The call requires a sign-in, or a re-authentication of this sign-in, within SVC_REAUTH_MIN minutes.',
  },
  'password.change_required': {
    status: 403,
    hr: 'Najprije promijenite lozinku.',
    en: 'Change your password first.',
    when: 'The account must choose a new password before anything else.',
  },
});

const requestErrors = declareRefusals({
  'request.target': {
    status: 400,
    hr: 'Adresa zahtjeva nije ispravna.',
    en: null,
    when: 'The target is not in origin form, or its path is ambiguous.',
  },
  'request.malformed': { status: 400, hr: 'Zahtjev nije ispravan.', en: null, when: 'The request is not valid HTTP.' },
  'request.invalid': {
    status: 422,
    hr: 'Podaci nisu ispravni.',
    en: 'Please check what you entered.',
    onPages: 'Provjerite što ste upisali.',
    when: 'A part of the request does not match its schema; `detail` is a list of `{loc, msg, type}`.',
    members: { detail: PROBLEMS },
  },
  'request.tenant': {
    status: 400,
    hr: '`tenant` i `tenant_id` navode različite organizacije. Dovoljan je jedan.',
    en: null,
    when: 'A list is asked for with `tenant` and `tenant_id`, which are the same filter, and they differ.',
  },
  'request.not_found': { status: 404, hr: 'Ovdje nema ničega.', en: 'There is nothing here.', when: 'No such path.' },
  'request.method': {
    status: 405,
    hr: 'Ova adresa ne prima takav zahtjev.',
    en: null,
    when: 'The path does not support this method; `Allow` lists those it does.',
  },
  'request.too_large': {
    status: 413,
    hr: 'Poslano je previše podataka.',
    en: 'The request is too large.',
    when: 'The body is larger than the route accepts.',
  },
  'request.media_type': {
    status: 415,
    hr: 'Ova vrsta sadržaja nije podržana.',
    en: 'This type of content is not supported.',
    when: 'The route does not accept this content type.',
  },
  'request.headers_too_large': {
    status: 431,
    hr: 'Zaglavlja zahtjeva su prevelika.',
    en: null,
    when: 'The header section exceeds 16 KiB.',
  },
  'request.timeout': {
    status: 408,
    hr: 'Zahtjev nije stigao na vrijeme.',
    en: 'The request did not arrive in time.',
    when: 'The request was not complete in time.',
  },
  'request.too_many': {
    status: 429,
    hr: 'Previše zahtjeva. Pokušajte malo kasnije.',
    en: 'Too many requests. Try again later.',
    when: 'The limit of the route is reached; `Retry-After` says how long.',
  },
  'request.too_many_at_once': {
    status: 429,
    hr: 'Previše zahtjeva odjednom. Pričekajte odgovore pa pokušajte ponovno.',
    en: 'Too many requests at once. Wait for the answers, then try again.',
    when: 'A caller has few answers in the making at a time, and too many calls wait for theirs. Nothing was done.',
  },
  'request.too_many_open': {
    status: 429,
    hr: 'Previše je otvorenih preuzimanja. Pričekajte da završe pa pokušajte ponovno.',
    en: 'Too many downloads are open. Wait until they end, then try again.',
    when: 'The caller has eight files or streams of events open that are not read to the end. Nothing was done.',
  },
});

const serverErrors = declareRefusals({
  'server.fault': {
    status: 500,
    hr: 'Dogodila se greška kod nas.',
    en: 'Something went wrong on our side. Try again.',
    onPages: 'Dogodila se greška kod nas. Pokušajte ponovno.',
    when: 'A bug in the service. The log has the cause under the `request_id`.',
  },
  'server.not_ready': {
    status: 503,
    hr: 'Ovaj poslužitelj više ne prima nove zahtjeve.',
    en: null,
    when: 'Only from the readiness check: the node is draining and about to stop. Other calls are still answered.',
  },
  'server.stopping': {
    status: 503,
    hr: 'Usluga se upravo ponovno pokreće.',
    en: 'The service is restarting.',
    when: 'The node is shutting down; retry.',
  },
});

declare module '../kernel/app-error.ts' {
  interface Refusals
    extends CodesOf<typeof authErrors & typeof accessErrors & typeof requestErrors & typeof serverErrors> {}
}
