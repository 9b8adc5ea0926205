import type { Catalogue } from '../../../src/platform/words/catalogue.ts';
export const texts = {
  'providers.title': { hr: 'Vanjska prijava', en: 'Identity providers' },
  'providers.text': {
    hr: 'Izdavatelji (OpenID Connect) čijim se računima ljudi mogu prijaviti: Microsoft, Keycloak, AAI@EduHr i drugi.',
    en: 'OpenID Connect providers whose accounts people can sign in with: Microsoft, Keycloak and others.',
  },
  'providers.none': {
    hr: 'Ovdje će biti izdavatelji čijim se računima ljudi mogu prijaviti.',
    en: 'The providers whose accounts people can sign in with will be listed here.',
  },
  'providers.add': { hr: 'Dodaj izdavatelja', en: 'Add a provider' },
  'providers.connect': { hr: 'Čijim se računima ljudi prijavljuju?', en: 'Whose accounts do people sign in with?' },
  'providers.connect.again': { hr: 'Odaberi drugo', en: 'Choose another' },
  'providers.connect.microsoft': { hr: 'Microsoft 365', en: 'Microsoft 365' },
  'providers.connect.microsoft.help': {
    hr: 'Računi škole, tvrtke ili saveza kod Microsofta (Entra ID).',
    en: 'Accounts of a school, company or federation at Microsoft (Entra ID).',
  },
  'providers.connect.microsoft.first': {
    hr: 'U Microsoft Entra otvorite App registrations → New registration i pod Redirect URI (Web) upišite povratnu adresu odavde. Microsoft ne potvrđuje e-adrese, pa ljudi račun povezuju sami, na stranici „Moj račun”.',
    en: 'In Microsoft Entra open App registrations → New registration and enter the callback address from here as a Redirect URI (Web). Microsoft does not verify addresses, so people link their account themselves, in My account.',
  },
  'providers.connect.google-workspace': { hr: 'Google Workspace', en: 'Google Workspace' },
  'providers.connect.google-workspace.help': {
    hr: 'Računi Vaše domene kod Googlea.',
    en: 'Accounts of your domain at Google.',
  },
  'providers.connect.google-workspace.first': {
    hr: 'U Google Cloud otvorite APIs & Services → Credentials → Create credentials → OAuth client ID (Web application) i upišite povratnu adresu odavde.',
    en: 'In Google Cloud open APIs & Services → Credentials → Create credentials → OAuth client ID (Web application) and enter the callback address from here.',
  },
  'providers.connect.keycloak': { hr: 'Keycloak', en: 'Keycloak' },
  'providers.connect.keycloak.help': { hr: 'Vlastiti poslužitelj za prijavu.', en: 'A sign-in server of your own.' },
  'providers.connect.keycloak.first': {
    hr: 'U Keycloaku otvorite Clients → Create client (OpenID Connect, Client authentication) i upišite povratnu adresu odavde. Izdavatelj je adresa oblika https://prijava.savez.hr/realms/savez.',
    en: 'In Keycloak open Clients → Create client (OpenID Connect, client authentication) and enter the callback address from here. The issuer looks like https://login.federation.org/realms/federation.',
  },
  'providers.connect.other': { hr: 'Drugi izdavatelj', en: 'Another issuer' },
  'providers.connect.other.help': {
    hr: 'Svaki koji podržava OpenID Connect, na primjer AAI@EduHr.',
    en: 'Any that supports OpenID Connect.',
  },
  'providers.connect.other.first': {
    hr: 'Izdavatelj Vam daje svoju adresu, identifikator i tajnu. Vi njemu dajete povratnu adresu odavde.',
    en: 'The issuer gives you its address, a client ID and a secret. You give it the callback address from here.',
  },
  'providers.field.directory': { hr: 'ID direktorija (Directory ID, tenant ID)', en: 'Directory (tenant) ID' },
  'providers.field.directory.help': {
    hr: 'Piše na prvoj stranici registrirane aplikacije. Adresa izdavatelja upisat će se sama.',
    en: 'Shown on the first page of the registered application. The issuer’s address is filled in from it.',
  },
  'providers.edit': { hr: 'Uredi', en: 'Edit' },
  'providers.test': { hr: 'Provjeri vezu', en: 'Test the connection' },
  'providers.remove': { hr: 'Ukloni', en: 'Remove' },
  'providers.linking.never': {
    hr: 'Ljudi povezuju račun sami, na stranici „Moj račun”.',
    en: 'People link their account themselves, in My account.',
  },
  'providers.linking.verified_email': {
    hr: 'Pri prvoj prijavi povezuje se po potvrđenoj e-adresi: {{domains}}.',
    en: 'Linked at first use by verified address: {{domains}}.',
  },
  'providers.callback': { hr: 'Povratna adresa (redirect URI)', en: 'Callback address (redirect URI)' },
  'providers.callback.help': {
    hr: 'Upišite je kod izdavatelja, točno ovako.',
    en: 'Register it at the provider, exactly like this.',
  },
  'providers.field.key': { hr: 'Oznaka', en: 'Key' },
  'providers.field.key.help': {
    hr: 'Mala slova, brojke i crtice. Dio je povratne adrese i kasnije se ne mijenja.',
    en: 'Lower-case letters, digits and hyphens. Part of the callback address; cannot be changed later.',
  },
  'providers.field.name': { hr: 'Naziv', en: 'Name' },
  'providers.field.name.help': {
    hr: 'Na gumbu piše „Prijava putem {{name}}”',
    en: 'The button says “Sign in with {{name}}”',
  },
  'providers.field.issuer': { hr: 'Adresa izdavatelja (issuer)', en: 'Issuer address' },
  'providers.field.issuer.help': {
    hr: 'Počinje s https:// i kasnije se ne mijenja.',
    en: 'Begins with https:// and cannot be changed later.',
  },
  'providers.field.clientId': { hr: 'Identifikator (client ID)', en: 'Client ID' },
  'providers.field.clientSecret': { hr: 'Tajna (client secret)', en: 'Client secret' },
  'providers.field.clientSecret.help': {
    hr: 'Čuva se šifrirana i više se ne prikazuje.',
    en: 'Stored encrypted and never shown again.',
  },
  'providers.field.clientSecret.keep': { hr: 'Ostavite prazno ako se ne mijenja.', en: 'Leave empty to keep it.' },
  'providers.field.scopes': { hr: 'Opsezi (scopes)', en: 'Scopes' },
  'providers.field.scopes.help': {
    hr: 'Odvojeni razmakom. „openid” se traži uvijek.',
    en: 'Separated by spaces. “openid” is always asked for.',
  },
  'providers.field.linking': { hr: 'Poveži račun pri prvoj prijavi', en: 'Link accounts at first use' },
  'providers.field.linking.help': {
    hr: 'Samo ako je izdavatelj potvrdio e-adresu iz navedenih domena. Administratori se nikad ne povezuju sami.',
    en: 'Only where the provider has verified an address in these domains. Administrators are never linked automatically.',
  },
  'providers.field.domains': { hr: 'Domene', en: 'Domains' },
  'providers.field.domains.help': {
    hr: 'Na primjer: klub.hr, savez.hr. Onaj tko vodi izdavatelja može ući u svaki račun s tom domenom.',
    en: 'For example: club.com, federation.org. Whoever runs the provider can get into every account of these domains.',
  },
  'providers.did.create': {
    hr: 'Dodano: {{name}}. Sada provjerite vezu.',
    en: 'Added: {{name}}. Now test the connection.',
  },
  'providers.did.edit': { hr: 'Spremljeno: {{name}}.', en: 'Saved: {{name}}.' },
  'providers.did.remove': { hr: 'Uklonjeno: {{name}}.', en: 'Removed: {{name}}.' },
  'providers.remove.title': { hr: 'Ukloniti {{name}}?', en: 'Remove {{name}}?' },
  'providers.remove.text': {
    hr: 'Nitko se više neće moći prijaviti tim računom, a sve se veze s njim brišu. Ostali načini prijave ostaju.',
    en: 'Nobody will be able to sign in with that account any more, and all links to it are removed. Other ways to sign in stay.',
  },
  'providers.check.discovery': { hr: 'Podaci o izdavatelju', en: 'Issuer metadata' },
  'providers.check.keys': { hr: 'Ključevi za potpis', en: 'Signing keys' },
  'providers.check.client': { hr: 'Identifikator i tajna', en: 'Client ID and secret' },
  'providers.check.fine': { hr: 'U redu', en: 'Fine' },
  'providers.check.skipped': { hr: 'Nije provjereno', en: 'Not checked' },
  'providers.check.all': { hr: 'Veza radi.', en: 'The connection works.' },
  'providers.check.problem': { hr: 'Veza ne radi.', en: 'The connection does not work.' },
  'providers.problem.address_invalid': {
    hr: 'Adresa mora početi s https:// i ne smije sadržavati ime ni lozinku.',
    en: 'The address must begin with https:// and have no name or password in it.',
  },
  'providers.problem.address_private': {
    hr: 'Adresa vodi u privatnu mrežu. Ako je to namjera, dopušta je operater (SVC_PRIVATE_ADDRESSES).',
    en: 'The address leads into a private network. If that is intended, the operator permits it (SVC_PRIVATE_ADDRESSES).',
  },
  'providers.problem.host_unknown': {
    hr: 'Poslužitelj s tim imenom ne postoji. Provjerite je li adresa točno upisana.',
    en: 'There is no host of that name. Check the address.',
  },
  'providers.problem.unreachable': {
    hr: 'Poslužitelj ne odgovara ili odbija vezu.',
    en: 'The host does not respond, or refuses the connection.',
  },
  'providers.problem.certificate': {
    hr: 'Certifikat nije ispravan: istekao je, glasi na drugo ime ili ga nije izdao poznat izdavatelj.',
    en: 'The certificate is not valid: expired, for another name, or by an unknown authority.',
  },
  'providers.problem.timed_out': { hr: 'Odgovor nije stigao u pet sekundi.', en: 'No answer within five seconds.' },
  'providers.problem.redirected': {
    hr: 'Adresa preusmjerava drugamo. Upišite onu na koju vodi.',
    en: 'The address redirects elsewhere. Enter the one it leads to.',
  },
  'providers.problem.too_large': {
    hr: 'Odgovor je prevelik: to nije dokument kakav se očekuje.',
    en: 'The answer is larger than such a document should be.',
  },
  'providers.problem.status': {
    hr: 'Na toj adresi nema onoga što se očekuje (…/.well-known/openid-configuration i adrese koje navodi).',
    en: 'The expected documents are not there (…/.well-known/openid-configuration and the addresses it names).',
  },
  'providers.problem.unreadable': { hr: 'Odgovor nije ispravan JSON.', en: 'The answer is not valid JSON.' },
  'providers.problem.issuer_differs': {
    hr: 'Izdavatelj sebe naziva drukčije. Upišite adresu točno onako kako je navodi polje „issuer”.',
    en: 'The issuer names another address as its own. Enter exactly what its “issuer” says.',
  },
  'providers.problem.endpoint_missing': {
    hr: 'Izdavatelj ne navodi sve adrese koje su potrebne za prijavu.',
    en: 'The issuer does not name all addresses that a sign-in needs.',
  },
  'providers.problem.no_keys': {
    hr: 'Izdavatelj ne objavljuje nijedan ključ kojim bismo mogli provjeriti potpis.',
    en: 'The issuer publishes no key by which a signature could be verified.',
  },
  'providers.problem.client_refused': {
    hr: 'Izdavatelj ne prihvaća naš identifikator (client ID) ili tajnu (client secret).',
    en: 'The issuer does not accept our client ID or client secret.',
  },
  'field.issuer': {
    hr: 'Upišite adresu koja počinje s https://, bez upitnika i ljestvi.',
    en: 'Enter an address that begins with https://, without ? or #.',
  },
  'field.domain': {
    hr: 'Upišite domene kao klub.hr, bez adresa i razmaka.',
    en: 'Enter domains like club.com, without addresses or spaces.',
  },
} satisfies Catalogue;
