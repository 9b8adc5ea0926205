/** Generated from what the routes declare, as docs/openapi.json is: `npm run fix`. */
export interface paths {
  '/.well-known/change-password': {
    get: { parameters: {}; responses: {} };
  };
  '/.well-known/jwks.json': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { keys: (Record<string, unknown>)[] } } } } };
  };
  '/.well-known/passkey-endpoints': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { enroll: string; manage: string } } } } };
  };
  '/.well-known/webauthn': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { origins: (string)[] } } } } };
  };
  '/api/admin/applications': {
    get: { parameters: { query?: { tenant_id?: number; limit?: number; cursor?: string; tenant?: number } }; responses: { 200: { content: { 'application/json': { items: ({ id: string; name: string; kind: "web" | "spa" | "native" | "device" | "service"; tenant_id: number | null; redirect_uris: (string)[]; post_logout_redirect_uris: (string)[]; backchannel_logout_uri: string | null; scopes: ("openid" | "profile" | "email" | "phone" | "membership" | "oib" | "offline_access" | "users:read" | "users:write" | "invitations:write" | "imports:write" | "audit:read" | "documents:read" | "documents:write" | "stats:read" | "introspect")[]; who: { roles?: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; tenant_ids?: (number)[] }; pkce: "required" | "optional"; oib_ground: string | null; trusted: boolean; foreign: boolean; logo_url: string | null; keeps_secret: boolean; secret_made_at: string | null; created_at: string; updated_at: string; last_used_at: string | null; ends_at: string | null })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': { name: string; redirect_uris?: (string)[]; post_logout_redirect_uris?: (string)[]; backchannel_logout_uri?: string | null; scopes?: ("openid" | "profile" | "email" | "phone" | "membership" | "oib" | "offline_access" | "users:read" | "users:write" | "invitations:write" | "imports:write" | "audit:read" | "documents:read" | "documents:write" | "stats:read" | "introspect")[]; who?: { roles?: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; tenant_ids?: (number)[] }; pkce?: "required" | "optional"; oib_ground?: string | null; trusted?: boolean; foreign?: boolean; ends_at?: string | null; kind: "web" | "spa" | "native" | "device" | "service"; tenant_id?: number | null } } }; responses: { 201: { content: { 'application/json': { id: string; name: string; kind: "web" | "spa" | "native" | "device" | "service"; tenant_id: number | null; redirect_uris: (string)[]; post_logout_redirect_uris: (string)[]; backchannel_logout_uri: string | null; scopes: ("openid" | "profile" | "email" | "phone" | "membership" | "oib" | "offline_access" | "users:read" | "users:write" | "invitations:write" | "imports:write" | "audit:read" | "documents:read" | "documents:write" | "stats:read" | "introspect")[]; who: { roles?: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; tenant_ids?: (number)[] }; pkce: "required" | "optional"; oib_ground: string | null; trusted: boolean; foreign: boolean; logo_url: string | null; keeps_secret: boolean; secret_made_at: string | null; created_at: string; updated_at: string; last_used_at: string | null; ends_at: string | null } } } } };
  };
  '/api/admin/applications/{id}': {
    get: { parameters: { path: { id: string } }; responses: { 200: { content: { 'application/json': { id: string; name: string; kind: "web" | "spa" | "native" | "device" | "service"; tenant_id: number | null; redirect_uris: (string)[]; post_logout_redirect_uris: (string)[]; backchannel_logout_uri: string | null; scopes: ("openid" | "profile" | "email" | "phone" | "membership" | "oib" | "offline_access" | "users:read" | "users:write" | "invitations:write" | "imports:write" | "audit:read" | "documents:read" | "documents:write" | "stats:read" | "introspect")[]; who: { roles?: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; tenant_ids?: (number)[] }; pkce: "required" | "optional"; oib_ground: string | null; trusted: boolean; foreign: boolean; logo_url: string | null; keeps_secret: boolean; secret_made_at: string | null; created_at: string; updated_at: string; last_used_at: string | null; ends_at: string | null } } } } };
    put: { parameters: { path: { id: string } }; requestBody: { content: { 'application/json': { name?: string; redirect_uris?: (string)[]; post_logout_redirect_uris?: (string)[]; backchannel_logout_uri?: string | null; scopes?: ("openid" | "profile" | "email" | "phone" | "membership" | "oib" | "offline_access" | "users:read" | "users:write" | "invitations:write" | "imports:write" | "audit:read" | "documents:read" | "documents:write" | "stats:read" | "introspect")[]; who?: { roles?: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; tenant_ids?: (number)[] }; pkce?: "required" | "optional"; oib_ground?: string | null; trusted?: boolean; foreign?: boolean; ends_at?: string | null } } }; responses: { 200: { content: { 'application/json': { id: string; name: string; kind: "web" | "spa" | "native" | "device" | "service"; tenant_id: number | null; redirect_uris: (string)[]; post_logout_redirect_uris: (string)[]; backchannel_logout_uri: string | null; scopes: ("openid" | "profile" | "email" | "phone" | "membership" | "oib" | "offline_access" | "users:read" | "users:write" | "invitations:write" | "imports:write" | "audit:read" | "documents:read" | "documents:write" | "stats:read" | "introspect")[]; who: { roles?: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; tenant_ids?: (number)[] }; pkce: "required" | "optional"; oib_ground: string | null; trusted: boolean; foreign: boolean; logo_url: string | null; keeps_secret: boolean; secret_made_at: string | null; created_at: string; updated_at: string; last_used_at: string | null; ends_at: string | null } } } } };
    delete: { parameters: { path: { id: string } }; responses: {} };
  };
  '/api/admin/applications/{id}/logo': {
    put: { parameters: { path: { id: string } }; requestBody: { content: { 'multipart/form-data': { file?: Blob } } }; responses: { 200: { content: { 'application/json': { id: string; name: string; kind: "web" | "spa" | "native" | "device" | "service"; tenant_id: number | null; redirect_uris: (string)[]; post_logout_redirect_uris: (string)[]; backchannel_logout_uri: string | null; scopes: ("openid" | "profile" | "email" | "phone" | "membership" | "oib" | "offline_access" | "users:read" | "users:write" | "invitations:write" | "imports:write" | "audit:read" | "documents:read" | "documents:write" | "stats:read" | "introspect")[]; who: { roles?: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; tenant_ids?: (number)[] }; pkce: "required" | "optional"; oib_ground: string | null; trusted: boolean; foreign: boolean; logo_url: string | null; keeps_secret: boolean; secret_made_at: string | null; created_at: string; updated_at: string; last_used_at: string | null; ends_at: string | null } } } } };
    delete: { parameters: { path: { id: string } }; responses: { 200: { content: { 'application/json': { id: string; name: string; kind: "web" | "spa" | "native" | "device" | "service"; tenant_id: number | null; redirect_uris: (string)[]; post_logout_redirect_uris: (string)[]; backchannel_logout_uri: string | null; scopes: ("openid" | "profile" | "email" | "phone" | "membership" | "oib" | "offline_access" | "users:read" | "users:write" | "invitations:write" | "imports:write" | "audit:read" | "documents:read" | "documents:write" | "stats:read" | "introspect")[]; who: { roles?: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; tenant_ids?: (number)[] }; pkce: "required" | "optional"; oib_ground: string | null; trusted: boolean; foreign: boolean; logo_url: string | null; keeps_secret: boolean; secret_made_at: string | null; created_at: string; updated_at: string; last_used_at: string | null; ends_at: string | null } } } } };
  };
  '/api/admin/applications/{id}/logouts': {
    get: { parameters: { query?: { limit?: number; cursor?: string }; path: { id: string } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; state: "queued" | "sending" | "delivered" | "refused" | "failed"; attempts: number; created_at: string; due_at: string; tried_at: string | null; last_error: string | null; user_id: number | null; user_name: string | null })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/admin/applications/{id}/secret': {
    post: { parameters: { path: { id: string } }; responses: { 200: { content: { 'application/json': { client_id: string; client_secret: string; issuer: string } } } } };
  };
  '/api/admin/audit': {
    get: { parameters: { query?: { action?: string; without?: string; actor_id?: number; user_id?: number; tenant_id?: number; from?: string; to?: string; ip?: string; sort?: "-created" | "created"; grouped?: "0" | "1"; import_id?: number; service_id?: string; actor_kind?: "user" | "service"; q?: string; limit?: number; cursor?: string; tenant?: number } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; at: string; tenant_id: number | null; actor_kind: "user" | "service" | null; actor_id: number | null; actor_email: string | null; actor_name: string | null; service: { id: string; name: string } | null; user_id: number | null; user_name: string | null; action: string; ip: string | null; user_agent: string | null; device: string | null; request_id: string | null; meta: Record<string, unknown> })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null; searched_to: string | null } } } } };
  };
  '/api/admin/audit/{id}': {
    get: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; at: string; tenant_id: number | null; actor_kind: "user" | "service" | null; actor_id: number | null; actor_email: string | null; actor_name: string | null; service: { id: string; name: string } | null; user_id: number | null; user_name: string | null; action: string; ip: string | null; user_agent: string | null; device: string | null; request_id: string | null; meta: Record<string, unknown> } } } } };
  };
  '/api/admin/audit/actions': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { items: (string)[] } } } } };
  };
  '/api/admin/audit/export': {
    get: { parameters: { query: { action?: string; without?: string; actor_id?: number; user_id?: number; tenant_id?: number; from?: string; to?: string; ip?: string; sort?: "-created" | "created"; grouped?: "0" | "1"; import_id?: number; service_id?: string; actor_kind?: "user" | "service"; q?: string; language?: "hr" | "en"; raw?: "0" | "1"; format: "csv" | "xlsx" | "jsonl"; columns?: string; tenant?: number } }; responses: { 200: { content: { 'application/x-ndjson': unknown; 'text/csv': string; 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': unknown } } } };
  };
  '/api/admin/audit/verify': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { ok: boolean; checked_at: string; sealed: number; unsealed: number; erased: number; head: { seq: number; hash: string; signed_at: string; kid: string; signature: string } | null; revoked_keys: ({ kid: string; revoked_at: string; heads: number; last_seq: number })[]; breaks: ({ kind: string; seq: number; hash: string; lost_seq: number; lost_hash: string; accepted_at: string; by: string; kid: string; signature: string })[]; problems: ({ kind: string; seq: number | null; record_id: number | null; text: string })[] } } } } };
  };
  '/api/admin/bulk-acts': {
    get: { parameters: { query?: { tenant_id?: number; limit?: number; cursor?: string; tenant?: number } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; action: "invite" | "suspend" | "unsuspend" | "role"; role: "superadmin" | "admin" | "manager" | "member" | "guest" | null; tenant_id: number | null; filter: { searched: "yes" | "no"; tenant_id?: number; role?: "superadmin" | "admin" | "manager" | "member" | "guest"; status?: "invited" | "active" | "suspended" | "deleted"; invitation?: "none" | "pending" | "expired" | "accepted"; signed_in?: "never" | "ever"; import_id?: number }; status: "queued" | "running" | "completed" | "failed" | "undone"; failure: "caller" | "fault" | null; created_by: number; created_by_name: string | null; total: number; done: number; refused: number; gone: number; undone: number; kept: number; people_per_second: number | null; seconds_left: number | null; created_at: string; started_at: string | null; finished_at: string | null; undo_requested_at: string | null; undone_at: string | null; actions: ("undo")[] })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/admin/bulk-acts/{id}': {
    get: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; action: "invite" | "suspend" | "unsuspend" | "role"; role: "superadmin" | "admin" | "manager" | "member" | "guest" | null; tenant_id: number | null; filter: { searched: "yes" | "no"; tenant_id?: number; role?: "superadmin" | "admin" | "manager" | "member" | "guest"; status?: "invited" | "active" | "suspended" | "deleted"; invitation?: "none" | "pending" | "expired" | "accepted"; signed_in?: "never" | "ever"; import_id?: number }; status: "queued" | "running" | "completed" | "failed" | "undone"; failure: "caller" | "fault" | null; created_by: number; created_by_name: string | null; total: number; done: number; refused: number; gone: number; undone: number; kept: number; people_per_second: number | null; seconds_left: number | null; created_at: string; started_at: string | null; finished_at: string | null; undo_requested_at: string | null; undone_at: string | null; actions: ("undo")[] } } } } };
  };
  '/api/admin/bulk-acts/{id}/report': {
    get: { parameters: { query?: { language?: "hr" | "en"; raw?: "0" | "1"; format?: "csv" | "xlsx" }; path: { id: number } }; responses: { 200: { content: { 'text/csv': string; 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': unknown } } } };
  };
  '/api/admin/bulk-acts/{id}/rows': {
    get: { parameters: { query?: { outcome?: "refused" | "kept" | "done" | "undone"; limit?: number; cursor?: string }; path: { id: number } }; responses: { 200: { content: { 'application/json': { items: ({ user_id: number; full_name: string | null; email: string | null; outcome: "refused" | "kept" | "done" | "undone"; code: string | null; detail: string | null })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/admin/bulk-acts/{id}/undo': {
    get: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { undoable: number; kept: number } } } } };
    post: { parameters: { path: { id: number } }; responses: { 202: { content: { 'application/json': { id: number; action: "invite" | "suspend" | "unsuspend" | "role"; role: "superadmin" | "admin" | "manager" | "member" | "guest" | null; tenant_id: number | null; filter: { searched: "yes" | "no"; tenant_id?: number; role?: "superadmin" | "admin" | "manager" | "member" | "guest"; status?: "invited" | "active" | "suspended" | "deleted"; invitation?: "none" | "pending" | "expired" | "accepted"; signed_in?: "never" | "ever"; import_id?: number }; status: "queued" | "running" | "completed" | "failed" | "undone"; failure: "caller" | "fault" | null; created_by: number; created_by_name: string | null; total: number; done: number; refused: number; gone: number; undone: number; kept: number; people_per_second: number | null; seconds_left: number | null; created_at: string; started_at: string | null; finished_at: string | null; undo_requested_at: string | null; undone_at: string | null; actions: ("undo")[] } } } } };
  };
  '/api/admin/documents': {
    post: { parameters: {}; requestBody: { content: { 'multipart/form-data': { title?: string; kind?: string; year?: string; visibility?: string; language?: string; tenant_id?: string; file?: Blob } } }; responses: { 201: { content: { 'application/json': { id: number; kind: "document" | "yearbook"; year: number | null; title: string; federation: { id: number; name: string }; language: "hr" | "en"; pages: number; size: number; sha256: string; visibility: "public" | "tenant"; created_at: string; url: string; actions: ("edit" | "delete")[] } } } } };
  };
  '/api/admin/documents/{id}': {
    put: { parameters: { path: { id: number } }; requestBody: { content: { 'application/json': { title?: string; year?: number | null; visibility?: "public" | "tenant"; language?: "hr" | "en" } } }; responses: { 200: { content: { 'application/json': { id: number; kind: "document" | "yearbook"; year: number | null; title: string; federation: { id: number; name: string }; language: "hr" | "en"; pages: number; size: number; sha256: string; visibility: "public" | "tenant"; created_at: string; url: string; actions: ("edit" | "delete")[] } } } } };
    delete: { parameters: { path: { id: number } }; responses: {} };
  };
  '/api/admin/factor-policy': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { rules: ({ tenant_id: number | null; tenant_name: string | null; role: "superadmin" | "admin" | "manager" | "member" | "guest"; grace_days: number; most_days: number | null; since: string; due_at: string })[]; default_roles: ("superadmin" | "admin" | "manager" | "member" | "guest")[] } } } } };
    put: { parameters: {}; requestBody: { content: { 'application/json': { tenant_id: number | null; rules: ({ role: "superadmin" | "admin" | "manager" | "member" | "guest"; grace_days: number })[] } } }; responses: { 200: { content: { 'application/json': { rules: ({ tenant_id: number | null; tenant_name: string | null; role: "superadmin" | "admin" | "manager" | "member" | "guest"; grace_days: number; most_days: number | null; since: string; due_at: string })[]; default_roles: ("superadmin" | "admin" | "manager" | "member" | "guest")[] } } } } };
  };
  '/api/admin/factor-policy/missing': {
    get: { parameters: { query?: { tenant_id?: number; role?: "superadmin" | "admin" | "manager" | "member" | "guest"; q?: string; limit?: number; cursor?: string; tenant?: number } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; full_name: string; email: string; avatar_url: string | null; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tenant_id: number; tenant_name: string; due_at: string | null; last_login_at: string | null; reminded_at: string | null })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/admin/factor-policy/missing/export': {
    get: { parameters: { query: { tenant_id?: number; role?: "superadmin" | "admin" | "manager" | "member" | "guest"; q?: string; language?: "hr" | "en"; format: "csv" | "xlsx"; columns?: string; tenant?: number } }; responses: { 200: { content: { 'text/csv': string; 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': unknown } } } };
  };
  '/api/admin/factor-policy/missing/remind': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { tenant_id?: number; role?: "superadmin" | "admin" | "manager" | "member" | "guest"; q?: string } } }; responses: { 200: { content: { 'application/json': { reminded: number; recently: number; more: boolean } } } } };
  };
  '/api/admin/gdpr/consents': {
    get: { parameters: { query?: { user_id?: number; limit?: number; cursor?: string } }; responses: { 200: { content: { 'application/json': { items: ({ consent_id: number; policy_version: string; categories: Record<string, boolean>; recorded_at: string; user_id: number; joined_at: string | null })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/admin/gdpr/erasure-requests': {
    get: { parameters: { query?: { status?: "pending" | "approved" | "completed" | "failed" | "rejected" | "cancelled"; origin?: "request" | "retention" | "replay"; user_id?: number; tenant_id?: number; sort?: "newest" | "oldest" | "due" | "-due"; limit?: number; cursor?: string; tenant?: number } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; status: "pending" | "approved" | "completed" | "failed" | "rejected" | "cancelled"; requested_at: string; due_at: string; extended_at: string | null; extension_reason: string | null; decided_at: string | null; decision_reason: string | null; cancelled_at: string | null; completed_at: string | null; legal_hold_at: string | null; legal_hold_reason: string | null; user_id: number; origin: "request" | "retention" | "replay"; decided_by: number | null; step: "start" | "mail" | "erased" | "done"; erased_at: string | null; failed_at: string | null; failure: string | null; actions: ("read" | "approve" | "reject" | "extend" | "hold" | "certificate")[]; email: string; full_name: string; tenant_id: number })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/admin/gdpr/erasure-requests/{id}': {
    get: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; status: "pending" | "approved" | "completed" | "failed" | "rejected" | "cancelled"; requested_at: string; due_at: string; extended_at: string | null; extension_reason: string | null; decided_at: string | null; decision_reason: string | null; cancelled_at: string | null; completed_at: string | null; legal_hold_at: string | null; legal_hold_reason: string | null; user_id: number; origin: "request" | "retention" | "replay"; decided_by: number | null; step: "start" | "mail" | "erased" | "done"; erased_at: string | null; failed_at: string | null; failure: string | null; actions: ("read" | "approve" | "reject" | "extend" | "hold" | "certificate")[]; email: string; full_name: string; tenant_id: number; rooms: ({ room: string; tables: (string)[]; entries: Record<string, number>; goes: string; stays: { what: string; ground: string; until: string } | null })[] } } } } };
  };
  '/api/admin/gdpr/erasure-requests/{id}/approve': {
    post: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; status: "pending" | "approved" | "completed" | "failed" | "rejected" | "cancelled"; requested_at: string; due_at: string; extended_at: string | null; extension_reason: string | null; decided_at: string | null; decision_reason: string | null; cancelled_at: string | null; completed_at: string | null; legal_hold_at: string | null; legal_hold_reason: string | null; user_id: number; origin: "request" | "retention" | "replay"; decided_by: number | null; step: "start" | "mail" | "erased" | "done"; erased_at: string | null; failed_at: string | null; failure: string | null; actions: ("read" | "approve" | "reject" | "extend" | "hold" | "certificate")[] } } } } };
  };
  '/api/admin/gdpr/erasure-requests/{id}/certificate': {
    get: { parameters: { query?: { format?: "json" | "pdf" }; path: { id: number } }; responses: { 200: { content: { 'application/json': { certificate: Record<string, unknown>; jws: string; kid: string; key: Record<string, unknown> | null }; 'application/pdf': unknown } } } };
  };
  '/api/admin/gdpr/erasure-requests/{id}/extend': {
    post: { parameters: { path: { id: number } }; requestBody: { content: { 'application/json': { reason: string } } }; responses: { 200: { content: { 'application/json': { id: number; status: "pending" | "approved" | "completed" | "failed" | "rejected" | "cancelled"; requested_at: string; due_at: string; extended_at: string | null; extension_reason: string | null; decided_at: string | null; decision_reason: string | null; cancelled_at: string | null; completed_at: string | null; legal_hold_at: string | null; legal_hold_reason: string | null; user_id: number; origin: "request" | "retention" | "replay"; decided_by: number | null; step: "start" | "mail" | "erased" | "done"; erased_at: string | null; failed_at: string | null; failure: string | null; actions: ("read" | "approve" | "reject" | "extend" | "hold" | "certificate")[] } } } } };
  };
  '/api/admin/gdpr/erasure-requests/{id}/legal-hold': {
    put: { parameters: { path: { id: number } }; requestBody: { content: { 'application/json': { held: boolean; reason: string } } }; responses: { 200: { content: { 'application/json': { id: number; status: "pending" | "approved" | "completed" | "failed" | "rejected" | "cancelled"; requested_at: string; due_at: string; extended_at: string | null; extension_reason: string | null; decided_at: string | null; decision_reason: string | null; cancelled_at: string | null; completed_at: string | null; legal_hold_at: string | null; legal_hold_reason: string | null; user_id: number; origin: "request" | "retention" | "replay"; decided_by: number | null; step: "start" | "mail" | "erased" | "done"; erased_at: string | null; failed_at: string | null; failure: string | null; actions: ("read" | "approve" | "reject" | "extend" | "hold" | "certificate")[] } } } } };
  };
  '/api/admin/gdpr/erasure-requests/{id}/reject': {
    post: { parameters: { path: { id: number } }; requestBody: { content: { 'application/json': { reason: string } } }; responses: { 200: { content: { 'application/json': { id: number; status: "pending" | "approved" | "completed" | "failed" | "rejected" | "cancelled"; requested_at: string; due_at: string; extended_at: string | null; extension_reason: string | null; decided_at: string | null; decision_reason: string | null; cancelled_at: string | null; completed_at: string | null; legal_hold_at: string | null; legal_hold_reason: string | null; user_id: number; origin: "request" | "retention" | "replay"; decided_by: number | null; step: "start" | "mail" | "erased" | "done"; erased_at: string | null; failed_at: string | null; failure: string | null; actions: ("read" | "approve" | "reject" | "extend" | "hold" | "certificate")[] } } } } };
  };
  '/api/admin/gdpr/erasure-requests/export': {
    get: { parameters: { query: { status?: "pending" | "approved" | "completed" | "failed" | "rejected" | "cancelled"; origin?: "request" | "retention" | "replay"; user_id?: number; tenant_id?: number; sort?: "newest" | "oldest" | "due" | "-due"; language?: "hr" | "en"; format: "csv" | "xlsx"; columns?: string; tenant?: number } }; responses: { 200: { content: { 'text/csv': string; 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': unknown } } } };
  };
  '/api/admin/gdpr/users/{id}/export': {
    get: { parameters: { query?: { language?: "hr" | "en" }; path: { id: number } }; responses: { 200: { content: { 'application/json': { schema_version: number; exported_at: string; user_id: number } } } } };
  };
  '/api/admin/identity-providers': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { items: ({ key: string; name: string; issuer: string; client_id: string; scopes: (string)[]; linking: "never" | "verified_email"; domains: (string)[]; callback_url: string; created_at: string; updated_at: string })[] } } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': { key: string; name: string; issuer: string; client_id: string; client_secret: string; scopes?: (string)[]; linking?: "never" | "verified_email"; domains?: (string)[] } } }; responses: { 201: { content: { 'application/json': { key: string; name: string; issuer: string; client_id: string; scopes: (string)[]; linking: "never" | "verified_email"; domains: (string)[]; callback_url: string; created_at: string; updated_at: string } } } } };
  };
  '/api/admin/identity-providers/{key}': {
    put: { parameters: { path: { key: string } }; requestBody: { content: { 'application/json': { name?: string; issuer?: string; client_id?: string; client_secret?: string; scopes?: (string)[]; linking?: "never" | "verified_email"; domains?: (string)[] } } }; responses: { 200: { content: { 'application/json': { key: string; name: string; issuer: string; client_id: string; scopes: (string)[]; linking: "never" | "verified_email"; domains: (string)[]; callback_url: string; created_at: string; updated_at: string } } } } };
    delete: { parameters: { path: { key: string } }; responses: {} };
  };
  '/api/admin/identity-providers/{key}/test': {
    post: { parameters: { path: { key: string } }; responses: { 200: { content: { 'application/json': { ok: boolean; checks: ({ check: "discovery" | "keys" | "client"; ok: boolean; problem: "address_invalid" | "address_private" | "host_unknown" | "unreachable" | "certificate" | "timed_out" | "redirected" | "too_large" | "status" | "unreadable" | "issuer_differs" | "endpoint_missing" | "no_keys" | "client_refused" | null; detail: string | null })[] } } } } };
  };
  '/api/admin/imports': {
    post: { parameters: { query?: { dry_run?: "0" | "1" | "true" | "false"; invite?: "0" | "1" | "true" | "false"; tenant_id?: number; tenant?: number } }; requestBody: { content: { 'multipart/form-data': { mapping?: string; roles?: string; file?: Blob } } }; responses: { 202: { content: { 'application/json': { id: number; status: "queued" | "running" | "completed" | "failed" | "undone" } } } } };
    get: { parameters: { query?: { tenant_id?: number; limit?: number; cursor?: string; tenant?: number } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; status: "queued" | "running" | "completed" | "failed" | "undone"; failure: "importer" | "file" | "fault" | null; dry_run: boolean; invite: boolean; tenant_id: number | null; created_by: number | null; created_by_name: string | null; file_name: string; total: number; created: number; administrators: number; skipped: number; failed: number; undone: number; kept: number; encoding: string; delimiter: string; form: "csv" | "xlsx" | "json"; sheets: (string)[]; sheet: string | null; table_line: number; heading_lines: number; notes: number; encoding_rivals: ("windows-1250" | "iso-8859-2" | "cp852" | "mac-ce")[]; ignored_columns: (string)[]; columns: ({ heading: string; field: "email" | "ime" | "prezime" | "full_name" | "telefon" | "oib" | "preferred_language" | "role" | "tenant_id" | "password_hash" | null })[]; problems: ({ column: string | null; reason: string; count: number; detail: string | null })[]; unknown_roles: ({ word: string; count: number; likely: "superadmin" | "admin" | "manager" | "member" | "guest" | null })[]; file_until: string | null; roles: Record<string, "superadmin" | "admin" | "manager" | "member" | "guest">; source_id: number | null; next_id: number | null; next_is: "check" | "import" | null; created_at: string; started_at: string | null; finished_at: string | null; undo_requested_at: string | null; undone_at: string | null; actions: ("undo")[] })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/admin/imports/{id}': {
    get: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; status: "queued" | "running" | "completed" | "failed" | "undone"; failure: "importer" | "file" | "fault" | null; dry_run: boolean; invite: boolean; tenant_id: number | null; created_by: number | null; created_by_name: string | null; file_name: string; total: number; created: number; administrators: number; skipped: number; failed: number; undone: number; kept: number; encoding: string; delimiter: string; form: "csv" | "xlsx" | "json"; sheets: (string)[]; sheet: string | null; table_line: number; heading_lines: number; notes: number; encoding_rivals: ("windows-1250" | "iso-8859-2" | "cp852" | "mac-ce")[]; ignored_columns: (string)[]; columns: ({ heading: string; field: "email" | "ime" | "prezime" | "full_name" | "telefon" | "oib" | "preferred_language" | "role" | "tenant_id" | "password_hash" | null })[]; problems: ({ column: string | null; reason: string; count: number; detail: string | null })[]; unknown_roles: ({ word: string; count: number; likely: "superadmin" | "admin" | "manager" | "member" | "guest" | null })[]; file_until: string | null; roles: Record<string, "superadmin" | "admin" | "manager" | "member" | "guest">; source_id: number | null; next_id: number | null; next_is: "check" | "import" | null; created_at: string; started_at: string | null; finished_at: string | null; undo_requested_at: string | null; undone_at: string | null; actions: ("undo")[] } } } } };
  };
  '/api/admin/imports/{id}/cells': {
    get: { parameters: { query?: { lines?: string }; path: { id: number } }; responses: { 200: { content: { 'application/json': { columns: ({ heading: string; field: "email" | "ime" | "prezime" | "full_name" | "telefon" | "oib" | "preferred_language" | "role" | "tenant_id" | "password_hash" | null })[]; rows: ({ line: number; cells: (string)[]; outcome: "failed" | "skipped" | "created" | "undone" | null; column: string | null; reason: string | null; faulty_index: number | null })[]; beginning: ({ line: number; text: string })[]; names: ({ encoding: "windows-1250" | "iso-8859-2" | "cp852" | "mac-ce"; words: (string)[] })[] } } } } };
  };
  '/api/admin/imports/{id}/check': {
    post: { parameters: { path: { id: number } }; requestBody: { content: { 'application/json': { mapping?: Record<string, "email" | "ime" | "prezime" | "full_name" | "telefon" | "oib" | "preferred_language" | "role" | "tenant_id" | "password_hash" | null>; roles?: Record<string, "superadmin" | "admin" | "manager" | "member" | "guest">; table_line?: number; sheet?: string; encoding?: "windows-1250" | "iso-8859-2" | "cp852" | "mac-ce" } } }; responses: { 202: { content: { 'application/json': { id: number; status: "queued" | "running" | "completed" | "failed" | "undone" } } } } };
  };
  '/api/admin/imports/{id}/events': {
    get: { parameters: { path: { id: number } }; responses: { 200: { content: { 'text/event-stream': string } } } };
  };
  '/api/admin/imports/{id}/faulty.csv': {
    get: { parameters: { query?: { language?: "hr" | "en" }; path: { id: number } }; responses: { 200: { content: { 'text/csv': string } } } };
  };
  '/api/admin/imports/{id}/report.csv': {
    get: { parameters: { query?: { language?: "hr" | "en"; raw?: "0" | "1"; format?: "csv" | "xlsx" }; path: { id: number } }; responses: { 200: { content: { 'text/csv': string; 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': unknown } } } };
  };
  '/api/admin/imports/{id}/rows': {
    get: { parameters: { query?: { outcome?: "failed" | "skipped" | "created" | "undone"; limit?: number; cursor?: string }; path: { id: number } }; responses: { 200: { content: { 'application/json': { items: ({ line: number; outcome: "failed" | "skipped" | "created" | "undone"; user_id: number | null; column: string | null; reason: string | null; detail: string | null })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/admin/imports/{id}/run': {
    post: { parameters: { path: { id: number } }; requestBody: { content: { 'application/json': { invite?: boolean } } }; responses: { 202: { content: { 'application/json': { id: number; status: "queued" | "running" | "completed" | "failed" | "undone" } } } } };
  };
  '/api/admin/imports/{id}/undo': {
    post: { parameters: { path: { id: number } }; responses: { 202: { content: { 'application/json': { id: number; status: "queued" | "running" | "completed" | "failed" | "undone" } } } } };
    get: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { removable: number; kept: number; people: ({ user_id: number; line: number; full_name: string | null; why: "deleted" | "signed_in" | "role" | "changed" })[] } } } } };
  };
  '/api/admin/imports/export': {
    get: { parameters: { query: { tenant_id?: number; language?: "hr" | "en"; format: "csv" | "xlsx"; columns?: string; tenant?: number } }; responses: { 200: { content: { 'text/csv': string; 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': unknown } } } };
  };
  '/api/admin/invitations': {
    get: { parameters: { query?: { state?: "pending" | "used" | "expired" | "replaced" | "cancelled"; tenant_id?: number; sort?: "-created" | "created" | "name" | "-name" | "expires" | "-expires"; q?: string; limit?: number; cursor?: string; tenant?: number } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; state: "pending" | "used" | "expired" | "replaced" | "cancelled"; user_id: number; email: string; full_name: string; tenant_id: number; role: "superadmin" | "admin" | "manager" | "member" | "guest"; user_status: "invited" | "active" | "suspended" | "deleted"; invited_by: string | null; created_at: string; expires_at: string; used_at: string | null; mail: "queued" | "sending" | "sent" | "failed" | "cancelled" | null; actions: ("resend" | "cancel")[] })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/admin/invitations/{id}': {
    delete: { parameters: { path: { id: number } }; responses: {} };
  };
  '/api/admin/invitations/{id}/resend': {
    post: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { invite_link: string; expires_at: string } } } } };
  };
  '/api/admin/invitations/export': {
    get: { parameters: { query: { state?: "pending" | "used" | "expired" | "replaced" | "cancelled"; tenant_id?: number; sort?: "-created" | "created" | "name" | "-name" | "expires" | "-expires"; q?: string; language?: "hr" | "en"; format: "csv" | "xlsx"; columns?: string; tenant?: number } }; responses: { 200: { content: { 'text/csv': string; 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': unknown } } } };
  };
  '/api/admin/mails': {
    get: { parameters: { query?: { state?: "queued" | "sending" | "sent" | "failed" | "cancelled"; user_id?: number; tenant_id?: number; sort?: "-created" | "created"; q?: string; limit?: number; cursor?: string; tenant?: number } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; kind: string; state: "queued" | "sending" | "sent" | "failed" | "cancelled"; to_address: string; user_id: number | null; language: string; attempts: number; due_at: string; created_at: string; sent_at: string | null; last_error: string | null; actions: ("resend")[]; user_name: string | null })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/admin/mails/{id}': {
    get: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; kind: string; state: "queued" | "sending" | "sent" | "failed" | "cancelled"; to_address: string; user_id: number | null; language: string; attempts: number; due_at: string; created_at: string; sent_at: string | null; last_error: string | null; actions: ("resend")[]; subject: string; text: string } } } } };
  };
  '/api/admin/mails/{id}/resend': {
    post: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; kind: string; state: "queued" | "sending" | "sent" | "failed" | "cancelled"; to_address: string; user_id: number | null; language: string; attempts: number; due_at: string; created_at: string; sent_at: string | null; last_error: string | null; actions: ("resend")[] } } } } };
  };
  '/api/admin/mails/export': {
    get: { parameters: { query: { state?: "queued" | "sending" | "sent" | "failed" | "cancelled"; user_id?: number; tenant_id?: number; sort?: "-created" | "created"; q?: string; language?: "hr" | "en"; format: "csv" | "xlsx"; columns?: string; tenant?: number } }; responses: { 200: { content: { 'text/csv': string; 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': unknown } } } };
  };
  '/api/admin/mails/health': {
    get: { parameters: { query?: { tenant_id?: number; tenant?: number } }; responses: { 200: { content: { 'application/json': { waiting: number; waiting_since: string | null; parked: number } } } } };
  };
  '/api/admin/privacy-policies': {
    get: { parameters: { query?: { tenant_id?: number; limit?: number; cursor?: string; tenant?: number } }; responses: { 200: { content: { 'application/json': { items: ({ tenant_id: number; number: number; version: string; text: string; published_at: string })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': { tenant_id?: number; text: string; replaces: number } } }; responses: { 201: { content: { 'application/json': { tenant_id: number; number: number; version: string; text: string; published_at: string } } } } };
  };
  '/api/admin/stats': {
    get: { parameters: { query?: { tenant_id?: number; tz?: string; tenant?: number } }; responses: { 200: { content: { 'application/json': { users: { total: number; by_status: Record<string, number>; by_role: Record<string, number>; not_invited: number; by_role_and_status: ({ role: string; status: string; count: number })[] }; two_factor: { enabled: number; of: number }; sign_ins: ({ day: string; ok: number; failed: number; locked: number })[]; trend: { joined: { last: number; before: number | null }; signed_in: { last: number; before: number | null }; failed: { last: number; before: number | null }; secured: { last: number; before: number | null } }; invitations: { sent: number; pending: number; used: number; expired: number; replaced: number; cancelled: number }; funnel: { invited: number; opened: number; signed_in: number; secured: number }; tenants: ({ tenant_id: number; name: string; people: number; active: number; never_signed_in: number; invitations_pending: number; secured: number })[] | null; mails: Record<string, number>; mail_waiting_since: string | null; erasures: { pending: number; held: number; failed: number; overdue: number; within_7_days: number; within_30_days: number; later: number; next_due_at: string | null } | null } } } } };
  };
  '/api/admin/tenants': {
    get: { parameters: { query?: { limit?: number; cursor?: string } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; name: string; slug: string; publisher: boolean; branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; created_at: string; updated_at: string })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': { name: string; slug?: string } } }; responses: { 201: { content: { 'application/json': { id: number; name: string; slug: string; publisher: boolean; branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; created_at: string; updated_at: string } } } } };
  };
  '/api/admin/tenants/{id}': {
    put: { parameters: { path: { id: number } }; requestBody: { content: { 'application/json': { name?: string; slug?: string; publisher?: true } } }; responses: { 200: { content: { 'application/json': { id: number; name: string; slug: string; publisher: boolean; branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; created_at: string; updated_at: string } } } } };
    get: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; name: string; slug: string; publisher: boolean; branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; created_at: string; updated_at: string } } } } };
  };
  '/api/admin/tenants/{id}/color': {
    put: { parameters: { path: { id: number } }; requestBody: { content: { 'application/json': { color: string | null } } }; responses: { 200: { content: { 'application/json': { id: number; name: string; slug: string; publisher: boolean; branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; created_at: string; updated_at: string } } } } };
  };
  '/api/admin/tenants/{id}/logo': {
    put: { parameters: { path: { id: number } }; requestBody: { content: { 'multipart/form-data': { file?: Blob } } }; responses: { 200: { content: { 'application/json': { id: number; name: string; slug: string; publisher: boolean; branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; created_at: string; updated_at: string } } } } };
    delete: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; name: string; slug: string; publisher: boolean; branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; created_at: string; updated_at: string } } } } };
  };
  '/api/admin/tenants/export': {
    get: { parameters: { query: { q?: string; sort?: "name" | "-name" | "created" | "-created"; language?: "hr" | "en"; format: "csv" | "xlsx"; columns?: string } }; responses: { 200: { content: { 'text/csv': string; 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': unknown } } } };
  };
  '/api/admin/users': {
    get: { parameters: { query?: { q?: string; tenant_id?: number; role?: "superadmin" | "admin" | "manager" | "member" | "guest"; status?: "invited" | "active" | "suspended" | "deleted"; invitation?: "none" | "pending" | "expired" | "accepted"; signed_in?: "never" | "ever"; sort?: "name" | "-name" | "created" | "-created" | "last_login" | "-last_login"; from?: string; limit?: number; cursor?: string; tenant?: number } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; actions: ("edit" | "move" | "set_role" | "invite" | "reset_password" | "reset_two_factor" | "reset_passkeys" | "suspend" | "unsuspend" | "unlock" | "end_sessions" | "export" | "delete" | "restore")[]; invitation: "none" | "pending" | "expired" | "accepted" })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': { email: string; ime: string; prezime: string; telefon?: string; oib?: string; preferred_language?: "hr" | "en"; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tenant_id?: number; invite?: boolean } } }; responses: { 201: { content: { 'application/json': { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; actions: ("edit" | "move" | "set_role" | "invite" | "reset_password" | "reset_two_factor" | "reset_passkeys" | "suspend" | "unsuspend" | "unlock" | "end_sessions" | "export" | "delete" | "restore")[]; invite_link?: string; expires_at?: string } } } } };
  };
  '/api/admin/users/{id}': {
    get: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; actions: ("edit" | "move" | "set_role" | "invite" | "reset_password" | "reset_two_factor" | "reset_passkeys" | "suspend" | "unsuspend" | "unlock" | "end_sessions" | "export" | "delete" | "restore")[]; invitation: "none" | "pending" | "expired" | "accepted"; locked_until: string | null } } } } };
    delete: { parameters: { path: { id: number } }; responses: {} };
    put: { parameters: { path: { id: number } }; requestBody: { content: { 'application/json': { ime?: string; prezime?: string; full_name?: string; telefon?: string; oib?: string; preferred_language?: "hr" | "en"; phone?: string; email?: string; tenant_id?: number } } }; responses: { 200: { content: { 'application/json': { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; actions: ("edit" | "move" | "set_role" | "invite" | "reset_password" | "reset_two_factor" | "reset_passkeys" | "suspend" | "unsuspend" | "unlock" | "end_sessions" | "export" | "delete" | "restore")[] } } } } };
    patch: { parameters: { path: { id: number } }; requestBody: { content: { 'application/json': { ime?: string; prezime?: string; full_name?: string; telefon?: string; oib?: string; preferred_language?: "hr" | "en"; phone?: string; email?: string; tenant_id?: number } } }; responses: { 200: { content: { 'application/json': { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; actions: ("edit" | "move" | "set_role" | "invite" | "reset_password" | "reset_two_factor" | "reset_passkeys" | "suspend" | "unsuspend" | "unlock" | "end_sessions" | "export" | "delete" | "restore")[] } } } } };
  };
  '/api/admin/users/{id}/2fa': {
    delete: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; actions: ("edit" | "move" | "set_role" | "invite" | "reset_password" | "reset_two_factor" | "reset_passkeys" | "suspend" | "unsuspend" | "unlock" | "end_sessions" | "export" | "delete" | "restore")[] } } } } };
  };
  '/api/admin/users/{id}/invite': {
    post: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { invite_link: string; expires_at: string } } } } };
  };
  '/api/admin/users/{id}/passkeys': {
    get: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; name: string; provider: string | null; synced: boolean; backed_up: boolean; second_step_only: boolean; state: "usable" | "refused" | "other_host"; created_at: string; last_used_at: string | null })[] } } } } };
    delete: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; actions: ("edit" | "move" | "set_role" | "invite" | "reset_password" | "reset_two_factor" | "reset_passkeys" | "suspend" | "unsuspend" | "unlock" | "end_sessions" | "export" | "delete" | "restore")[] } } } } };
  };
  '/api/admin/users/{id}/reset-password': {
    post: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { expires_at: string } } } } };
  };
  '/api/admin/users/{id}/restore': {
    post: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; actions: ("edit" | "move" | "set_role" | "invite" | "reset_password" | "reset_two_factor" | "reset_passkeys" | "suspend" | "unsuspend" | "unlock" | "end_sessions" | "export" | "delete" | "restore")[] } } } } };
  };
  '/api/admin/users/{id}/role': {
    put: { parameters: { path: { id: number } }; requestBody: { content: { 'application/json': { role: "superadmin" | "admin" | "manager" | "member" | "guest" } } }; responses: { 200: { content: { 'application/json': { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; actions: ("edit" | "move" | "set_role" | "invite" | "reset_password" | "reset_two_factor" | "reset_passkeys" | "suspend" | "unsuspend" | "unlock" | "end_sessions" | "export" | "delete" | "restore")[] } } } } };
  };
  '/api/admin/users/{id}/sessions': {
    get: { parameters: { query?: { limit?: number; cursor?: string }; path: { id: number } }; responses: { 200: { content: { 'application/json': { items: ({ id: string; browser: string; os: string; device: string; ip: string; started_at: string; last_active_at: string; expires_at: string })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
    delete: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { ended: number } } } } };
  };
  '/api/admin/users/{id}/suspend': {
    post: { parameters: { path: { id: number } }; requestBody?: { content: { 'application/json': { reason?: string } } }; responses: { 200: { content: { 'application/json': { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; actions: ("edit" | "move" | "set_role" | "invite" | "reset_password" | "reset_two_factor" | "reset_passkeys" | "suspend" | "unsuspend" | "unlock" | "end_sessions" | "export" | "delete" | "restore")[] } } } } };
  };
  '/api/admin/users/{id}/unlock': {
    post: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; actions: ("edit" | "move" | "set_role" | "invite" | "reset_password" | "reset_two_factor" | "reset_passkeys" | "suspend" | "unsuspend" | "unlock" | "end_sessions" | "export" | "delete" | "restore")[] } } } } };
  };
  '/api/admin/users/{id}/unsuspend': {
    post: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; actions: ("edit" | "move" | "set_role" | "invite" | "reset_password" | "reset_two_factor" | "reset_passkeys" | "suspend" | "unsuspend" | "unlock" | "end_sessions" | "export" | "delete" | "restore")[] } } } } };
  };
  '/api/admin/users/bulk': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { ids?: (number)[]; filter?: { q?: string; tenant_id?: number; role?: "superadmin" | "admin" | "manager" | "member" | "guest"; status?: "invited" | "active" | "suspended" | "deleted"; invitation?: "none" | "pending" | "expired" | "accepted"; signed_in?: "never" | "ever"; import_id?: number }; expected_total?: number; tolerance?: number; action: "invite" | "suspend" | "unsuspend" | "role"; role?: "superadmin" | "admin" | "manager" | "member" | "guest"; reason?: string } } }; responses: { 200: { content: { 'application/json': { done: number; refused: number; results: ({ id: number; ok: boolean; code?: string; detail?: string })[] } } }; 202: { content: { 'application/json': { id: number; action: "invite" | "suspend" | "unsuspend" | "role"; role: "superadmin" | "admin" | "manager" | "member" | "guest" | null; tenant_id: number | null; filter: { searched: "yes" | "no"; tenant_id?: number; role?: "superadmin" | "admin" | "manager" | "member" | "guest"; status?: "invited" | "active" | "suspended" | "deleted"; invitation?: "none" | "pending" | "expired" | "accepted"; signed_in?: "never" | "ever"; import_id?: number }; status: "queued" | "running" | "completed" | "failed" | "undone"; failure: "caller" | "fault" | null; created_by: number; created_by_name: string | null; total: number; done: number; refused: number; gone: number; undone: number; kept: number; people_per_second: number | null; seconds_left: number | null; created_at: string; started_at: string | null; finished_at: string | null; undo_requested_at: string | null; undone_at: string | null; actions: ("undo")[] } } } } };
  };
  '/api/admin/users/export': {
    get: { parameters: { query: { q?: string; tenant_id?: number; role?: "superadmin" | "admin" | "manager" | "member" | "guest"; status?: "invited" | "active" | "suspended" | "deleted"; invitation?: "none" | "pending" | "expired" | "accepted"; signed_in?: "never" | "ever"; sort?: "name" | "-name" | "created" | "-created" | "last_login" | "-last_login"; language?: "hr" | "en"; raw?: "0" | "1"; format: "csv" | "xlsx"; columns?: string; tenant?: number } }; responses: { 200: { content: { 'text/csv': string; 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': unknown } } } };
  };
  '/api/admin/users/selection': {
    get: { parameters: { query?: { q?: string; tenant_id?: number; role?: "superadmin" | "admin" | "manager" | "member" | "guest"; status?: "invited" | "active" | "suspended" | "deleted"; invitation?: "none" | "pending" | "expired" | "accepted"; signed_in?: "never" | "ever"; import_id?: number; tenant?: number } }; responses: { 200: { content: { 'application/json': { total: number; active: number; most: number } } } } };
  };
  '/api/auth/2fa/disable': {
    post: { parameters: {}; responses: { 200: { content: { 'application/json': { enabled: boolean } } } } };
  };
  '/api/auth/2fa/recovery-codes': {
    post: { parameters: {}; responses: { 200: { content: { 'application/json': { recovery_codes: (string)[] } } } } };
  };
  '/api/auth/2fa/setup': {
    post: { parameters: {}; responses: { 200: { content: { 'application/json': { secret: string; otpauth_url: string; qr_code: string; recovery_codes: (string)[] } } } } };
  };
  '/api/auth/2fa/status': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { enabled: boolean; recovery_codes_left: number } } } } };
  };
  '/api/auth/2fa/verify': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { code?: string; totp?: string } } }; responses: { 200: { content: { 'application/json': { enabled: boolean } } } } };
  };
  '/api/auth/change-password': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { current_password: string; new_password: string } } }; responses: { 200: { content: { 'application/json': { detail: string } } } } };
  };
  '/api/auth/forgot-password': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { email: string } } }; responses: { 200: { content: { 'application/json': { detail: string; reset_token?: string; reset_link?: string } } } } };
  };
  '/api/auth/google': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { credential: string; nonce?: string; totp?: string | null } } }; responses: { 200: { content: { 'application/json': { access_token: string; refresh_token: string; token_type: "bearer"; expires_in: number; user: { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; tenant_branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; must_enrol: boolean; enrol_by: string | null; capabilities: ("avatar.change" | "people.read" | "statistics.read" | "people.manage" | "invitations.manage" | "imports.manage" | "audit.read" | "consents.read" | "erasures.manage" | "mails.manage" | "documents.manage" | "policies.publish" | "branding.manage" | "factors.manage" | "applications.manage" | "audit.verify" | "tenants.manage" | "identity_providers.manage" | "tenants.all")[]; grantable_roles: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; pages: ("overview" | "directory" | "users" | "invitations" | "imports" | "audit" | "privacy" | "mails" | "documents" | "tenants" | "factors" | "identityProviders" | "applications")[]; start: "overview" | "profile" } } } } } };
  };
  '/api/auth/identity-providers': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { items: ({ key: string; name: string })[] } } } } };
  };
  '/api/auth/login': {
    post: { parameters: {}; requestBody: { content: { 'application/json': unknown } }; responses: { 200: { content: { 'application/json': { access_token: string; refresh_token: string; token_type: "bearer"; expires_in: number; user: { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; tenant_branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; must_enrol: boolean; enrol_by: string | null; capabilities: ("avatar.change" | "people.read" | "statistics.read" | "people.manage" | "invitations.manage" | "imports.manage" | "audit.read" | "consents.read" | "erasures.manage" | "mails.manage" | "documents.manage" | "policies.publish" | "branding.manage" | "factors.manage" | "applications.manage" | "audit.verify" | "tenants.manage" | "identity_providers.manage" | "tenants.all")[]; grantable_roles: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; pages: ("overview" | "directory" | "users" | "invitations" | "imports" | "audit" | "privacy" | "mails" | "documents" | "tenants" | "factors" | "identityProviders" | "applications")[]; start: "overview" | "profile" } } } }; 202: { content: { 'application/json': { detail: string } } } } };
  };
  '/api/auth/logout': {
    post: { parameters: { query?: { all?: boolean } }; responses: { 200: { content: { 'application/json': { detail: string } } } } };
  };
  '/api/auth/me': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; tenant_branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; must_enrol: boolean; enrol_by: string | null; capabilities: ("avatar.change" | "people.read" | "statistics.read" | "people.manage" | "invitations.manage" | "imports.manage" | "audit.read" | "consents.read" | "erasures.manage" | "mails.manage" | "documents.manage" | "policies.publish" | "branding.manage" | "factors.manage" | "applications.manage" | "audit.verify" | "tenants.manage" | "identity_providers.manage" | "tenants.all")[]; grantable_roles: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; pages: ("overview" | "directory" | "users" | "invitations" | "imports" | "audit" | "privacy" | "mails" | "documents" | "tenants" | "factors" | "identityProviders" | "applications")[]; start: "overview" | "profile" } } } } };
    put: { parameters: {}; requestBody?: { content: { 'application/json': { ime?: string; prezime?: string; full_name?: string; telefon?: string; oib?: string; preferred_language?: "hr" | "en"; phone?: string } } }; responses: { 200: { content: { 'application/json': { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; tenant_branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; must_enrol: boolean; enrol_by: string | null; capabilities: ("avatar.change" | "people.read" | "statistics.read" | "people.manage" | "invitations.manage" | "imports.manage" | "audit.read" | "consents.read" | "erasures.manage" | "mails.manage" | "documents.manage" | "policies.publish" | "branding.manage" | "factors.manage" | "applications.manage" | "audit.verify" | "tenants.manage" | "identity_providers.manage" | "tenants.all")[]; grantable_roles: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; pages: ("overview" | "directory" | "users" | "invitations" | "imports" | "audit" | "privacy" | "mails" | "documents" | "tenants" | "factors" | "identityProviders" | "applications")[]; start: "overview" | "profile" } } } } };
  };
  '/api/auth/me/avatar': {
    post: { parameters: {}; requestBody: { content: { 'multipart/form-data': { file?: Blob } } }; responses: { 200: { content: { 'application/json': { avatar_url: string | null } | { demo_mode: true; slika_url: null; message: string } } } } };
    delete: { parameters: {}; responses: { 200: { content: { 'application/json': { avatar_url: string | null } } } } };
  };
  '/api/auth/passkey': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { challenge_id: string; options: Record<string, unknown> } } } } };
  };
  '/api/auth/password/reset': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { token: string; new_password?: string; password?: string; sign_in?: boolean } } }; responses: { 200: { content: { 'application/json': { detail: string; access_token?: string; refresh_token?: string; token_type?: "bearer"; expires_in?: number; user?: { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; tenant_branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; must_enrol: boolean; enrol_by: string | null; capabilities: ("avatar.change" | "people.read" | "statistics.read" | "people.manage" | "invitations.manage" | "imports.manage" | "audit.read" | "consents.read" | "erasures.manage" | "mails.manage" | "documents.manage" | "policies.publish" | "branding.manage" | "factors.manage" | "applications.manage" | "audit.verify" | "tenants.manage" | "identity_providers.manage" | "tenants.all")[]; grantable_roles: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; pages: ("overview" | "directory" | "users" | "invitations" | "imports" | "audit" | "privacy" | "mails" | "documents" | "tenants" | "factors" | "identityProviders" | "applications")[]; start: "overview" | "profile" } } } } } };
  };
  '/api/auth/reauthenticate': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { password?: string; code?: string } } }; responses: { 200: { content: { 'application/json': { detail: string } } } } };
  };
  '/api/auth/reauthenticate/passkey': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { challenge_id: string; options: Record<string, unknown> } } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': { challenge_id: string; passkey: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null } } } } }; responses: { 200: { content: { 'application/json': { detail: string } } } } };
  };
  '/api/auth/refresh': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { refresh_token: string } } }; responses: { 200: { content: { 'application/json': { access_token: string; refresh_token: string; token_type: "bearer"; expires_in: number; user: { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; tenant_branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; must_enrol: boolean; enrol_by: string | null; capabilities: ("avatar.change" | "people.read" | "statistics.read" | "people.manage" | "invitations.manage" | "imports.manage" | "audit.read" | "consents.read" | "erasures.manage" | "mails.manage" | "documents.manage" | "policies.publish" | "branding.manage" | "factors.manage" | "applications.manage" | "audit.verify" | "tenants.manage" | "identity_providers.manage" | "tenants.all")[]; grantable_roles: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; pages: ("overview" | "directory" | "users" | "invitations" | "imports" | "audit" | "privacy" | "mails" | "documents" | "tenants" | "factors" | "identityProviders" | "applications")[]; start: "overview" | "profile" } } } } } };
  };
  '/api/auth/reset-password': {
    get: { parameters: { query: { token: string } }; responses: { 200: { content: { 'application/json': { valid: true; kind: "invite" | "reset"; expires_at: string; email: string; tenant_name: string; branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null } } } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': { token: string; new_password?: string; password?: string; sign_in?: boolean } } }; responses: { 200: { content: { 'application/json': { detail: string; access_token?: string; refresh_token?: string; token_type?: "bearer"; expires_in?: number; user?: { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; tenant_branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; must_enrol: boolean; enrol_by: string | null; capabilities: ("avatar.change" | "people.read" | "statistics.read" | "people.manage" | "invitations.manage" | "imports.manage" | "audit.read" | "consents.read" | "erasures.manage" | "mails.manage" | "documents.manage" | "policies.publish" | "branding.manage" | "factors.manage" | "applications.manage" | "audit.verify" | "tenants.manage" | "identity_providers.manage" | "tenants.all")[]; grantable_roles: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; pages: ("overview" | "directory" | "users" | "invitations" | "imports" | "audit" | "privacy" | "mails" | "documents" | "tenants" | "factors" | "identityProviders" | "applications")[]; start: "overview" | "profile" } } } } } };
  };
  '/api/auth/setup-password': {
    get: { parameters: { query: { token: string } }; responses: { 200: { content: { 'application/json': { valid: true; kind: "invite" | "reset"; expires_at: string; email: string; tenant_name: string; branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; ime: string; invited_by: string | null } } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': { token: string; new_password?: string; password?: string; sign_in?: boolean; challenge_id?: string; passkey?: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; attestationObject: string; transports?: (string)[] } } } } }; responses: { 200: { content: { 'application/json': { detail: string; access_token?: string; refresh_token?: string; token_type?: "bearer"; expires_in?: number; user?: { id: number; email: string; ime: string; prezime: string; full_name: string; telefon: string; oib: string; preferred_language: "hr" | "en"; avatar_url: string | null; google_picture: string | null; two_factor_enabled: boolean; gdpr_consent_at: string | null; consent_required: boolean; email_verified: boolean; must_change_pwd: boolean; tenant_id: number; tenant_name: string; role: "superadmin" | "admin" | "manager" | "member" | "guest"; tier: number; status: "invited" | "active" | "suspended" | "deleted"; created_at: string; updated_at: string; last_login_at: string | null; tenant_branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; must_enrol: boolean; enrol_by: string | null; capabilities: ("avatar.change" | "people.read" | "statistics.read" | "people.manage" | "invitations.manage" | "imports.manage" | "audit.read" | "consents.read" | "erasures.manage" | "mails.manage" | "documents.manage" | "policies.publish" | "branding.manage" | "factors.manage" | "applications.manage" | "audit.verify" | "tenants.manage" | "identity_providers.manage" | "tenants.all")[]; grantable_roles: ("superadmin" | "admin" | "manager" | "member" | "guest")[]; pages: ("overview" | "directory" | "users" | "invitations" | "imports" | "audit" | "privacy" | "mails" | "documents" | "tenants" | "factors" | "identityProviders" | "applications")[]; start: "overview" | "profile" } } } } } };
  };
  '/api/auth/setup-password/passkey': {
    get: { parameters: { query: { token: string } }; responses: { 200: { content: { 'application/json': { challenge_id: string; options: Record<string, unknown> } } } } };
  };
  '/api/docs': {
    get: { parameters: {}; responses: { 200: { content: { 'text/html': string } } } };
  };
  '/api/documents': {
    get: { parameters: { query?: { kind?: "document" | "yearbook"; year?: number; tenant_id?: number; q?: string; limit?: number; cursor?: string; tenant?: number } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; kind: "document" | "yearbook"; year: number | null; title: string; federation: { id: number; name: string }; language: "hr" | "en"; pages: number; size: number; sha256: string; visibility: "public" | "tenant"; created_at: string; url: string; actions: ("edit" | "delete")[] })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/documents/{id}': {
    get: { parameters: { path: { id: number } }; responses: { 200: { content: { 'application/json': { id: number; kind: "document" | "yearbook"; year: number | null; title: string; federation: { id: number; name: string }; language: "hr" | "en"; pages: number; size: number; sha256: string; visibility: "public" | "tenant"; created_at: string; url: string; actions: ("edit" | "delete")[] } } } } };
  };
  '/api/documents/{id}/file': {
    get: { parameters: { query?: { download?: number }; path: { id: number } }; responses: { 200: { content: { 'application/pdf': unknown } }; 206: { content: { 'application/pdf': unknown } } } };
  };
  '/api/gdpr/consent': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { policy_version: string; categories: { necessary: true } } } }; responses: { 200: { content: { 'application/json': { consent_id: number; policy_version: string; categories: Record<string, boolean>; recorded_at: string; consent_required: boolean } } } } };
  };
  '/api/introspect': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { token: string }; 'application/x-www-form-urlencoded': { token: string } } }; responses: { 200: { content: { 'application/json': { active: boolean; token_type?: string; sub?: string; client_id?: string; scope?: string; sid?: string; jti?: string; tenant_id?: number; role?: string; tier?: number; iss?: string; aud?: string; iat?: number; exp?: number } } } } };
  };
  '/api/openapi.json': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': Record<string, unknown> } } } };
  };
  '/api/privacy-policy': {
    get: { parameters: { query?: { tenant_id?: number; version?: string; language?: "hr" | "en"; tenant?: number } }; responses: { 200: { content: { 'application/json': { version: string; number: number | null; source: "tenant" | "default"; tenant_id: number | null; tenant_name: string | null; since: string | null; text: string } } } } };
  };
  '/api/scopes': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { items: ({ scope: "users:read" | "users:write" | "invitations:write" | "imports:write" | "audit:read" | "documents:read" | "documents:write" | "stats:read" | "introspect"; routes: ({ method: string; path: string; summary: string })[] })[] } } } } };
  };
  '/api/site': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { name: string | null; branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null }; google_client_id: string | null; mail_codes: boolean; policy_version: string; policy_url: string; password_min: number; backup_days: number | null; second_step_tier: number | null } } } } };
  };
  '/api/users/me/access-log': {
    get: { parameters: { query?: { limit?: number; cursor?: string } }; responses: { 200: { content: { 'application/json': { items: ({ at: string; action: string; purpose: string; role: string | null; tenant: string | null; service: string | null })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/users/me/applications': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { items: ({ id: string; name: string; logo_url: string | null; scopes: ("openid" | "profile" | "email" | "phone" | "membership" | "oib" | "offline_access")[]; given_at: string })[] } } } } };
  };
  '/api/users/me/applications/{id}': {
    delete: { parameters: { path: { id: string } }; responses: {} };
  };
  '/api/users/me/applications/device': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { user_code: string } } }; responses: { 200: { content: { 'application/json': { application: { id: string; name: string; logo_url: string | null }; scopes: ("openid" | "profile" | "email" | "phone" | "membership" | "oib" | "offline_access")[]; oib_ground: string | null; shown: string; asked_at: string } } } } };
  };
  '/api/users/me/applications/device/decision': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { user_code: string; allow: boolean; shown?: string } } }; responses: {} };
  };
  '/api/users/me/contacts': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { items: ({ id: number; full_name: string; email: string })[] } } } } };
  };
  '/api/users/me/devices': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { items: ({ id: number; device: "desktop" | "mobile" | "tablet" | "other"; browser: string; os: string; ip: string; first_seen_at: string; last_seen_at: string; current: boolean })[] } } } } };
  };
  '/api/users/me/devices/{id}': {
    delete: { parameters: { path: { id: number } }; responses: {} };
  };
  '/api/users/me/email': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { email: string } } }; responses: { 200: { content: { 'application/json': { detail: string } } } } };
  };
  '/api/users/me/email/confirm': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { code: string } } }; responses: { 200: { content: { 'application/json': { detail: string } } } } };
  };
  '/api/users/me/erasure': {
    post: { parameters: {}; responses: { 200: { content: { 'application/json': { id: number; status: "pending" | "approved" | "completed" | "failed" | "rejected" | "cancelled"; requested_at: string; due_at: string; extended_at: string | null; extension_reason: string | null; decided_at: string | null; decision_reason: string | null; cancelled_at: string | null; completed_at: string | null; legal_hold_at: string | null; legal_hold_reason: string | null } } } } };
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { id: number; status: "pending" | "approved" | "completed" | "failed" | "rejected" | "cancelled"; requested_at: string; due_at: string; extended_at: string | null; extension_reason: string | null; decided_at: string | null; decision_reason: string | null; cancelled_at: string | null; completed_at: string | null; legal_hold_at: string | null; legal_hold_reason: string | null } | null } } } };
    delete: { parameters: {}; responses: { 200: { content: { 'application/json': { id: number; status: "pending" | "approved" | "completed" | "failed" | "rejected" | "cancelled"; requested_at: string; due_at: string; extended_at: string | null; extension_reason: string | null; decided_at: string | null; decision_reason: string | null; cancelled_at: string | null; completed_at: string | null; legal_hold_at: string | null; legal_hold_reason: string | null } } } } };
  };
  '/api/users/me/gdpr-consent': {
    get: { parameters: { query?: { limit?: number; cursor?: string } }; responses: { 200: { content: { 'application/json': { items: ({ consent_id: number; policy_version: string; categories: Record<string, boolean>; recorded_at: string; joined_at: string | null })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null; policy: { version: string; url: string } } } } } };
  };
  '/api/users/me/gdpr-erase': {
    post: { parameters: {}; responses: { 200: { content: { 'application/json': { id: number; status: "pending" | "approved" | "completed" | "failed" | "rejected" | "cancelled"; requested_at: string; due_at: string; extended_at: string | null; extension_reason: string | null; decided_at: string | null; decision_reason: string | null; cancelled_at: string | null; completed_at: string | null; legal_hold_at: string | null; legal_hold_reason: string | null } } } } };
  };
  '/api/users/me/gdpr-export': {
    get: { parameters: { query?: { language?: "hr" | "en" } }; responses: { 200: { content: { 'application/json': { schema_version: number; exported_at: string; user_id: number } } } } };
    post: { parameters: { query?: { language?: "hr" | "en" } }; responses: { 200: { content: { 'application/json': { schema_version: number; exported_at: string; user_id: number } } } } };
  };
  '/api/users/me/google': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { linked: boolean; email: string | null; linked_at: string | null } } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': { credential: string; nonce?: string } } }; responses: { 200: { content: { 'application/json': { email: string; linked_at: string } } } } };
    delete: { parameters: {}; responses: {} };
  };
  '/api/users/me/identities': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { items: ({ key: string; name: string; linked: boolean; email: string | null; linked_at: string | null })[] } } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': { ticket: string } } }; responses: { 200: { content: { 'application/json': { key: string; name: string; linked: boolean; email: string | null; linked_at: string | null } } } } };
  };
  '/api/users/me/identities/{key}': {
    delete: { parameters: { path: { key: string } }; responses: {} };
  };
  '/api/users/me/passkeys': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { available: boolean; unavailable_reason: "ip_address" | "not_secure" | null; rp_id: string | null; user_handle: string | null; most: number; items: ({ id: number; credential_id: string; name: string; provider: string | null; synced: boolean; backed_up: boolean; transports: (string)[]; second_step_only: boolean; state: "usable" | "refused" | "other_host"; created_at: string; last_used_at: string | null })[] } } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': { challenge_id: string; passkey: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; attestationObject: string; transports?: (string)[] } }; name?: string } } }; responses: { 201: { content: { 'application/json': { id: number; credential_id: string; name: string; provider: string | null; synced: boolean; backed_up: boolean; transports: (string)[]; second_step_only: boolean; state: "usable" | "refused" | "other_host"; created_at: string; last_used_at: string | null } } } } };
  };
  '/api/users/me/passkeys/{id}': {
    patch: { parameters: { path: { id: number } }; requestBody: { content: { 'application/json': { name: string } } }; responses: { 200: { content: { 'application/json': { id: number; credential_id: string; name: string; provider: string | null; synced: boolean; backed_up: boolean; transports: (string)[]; second_step_only: boolean; state: "usable" | "refused" | "other_host"; created_at: string; last_used_at: string | null } } } } };
    delete: { parameters: { path: { id: number } }; responses: {} };
  };
  '/api/users/me/passkeys/options': {
    post: { parameters: { query?: { purpose?: "second_step"; mediation?: "conditional" } }; responses: { 200: { content: { 'application/json': { challenge_id: string; options: Record<string, unknown> } } } } };
  };
  '/api/users/me/request-deletion': {
    post: { parameters: {}; responses: { 200: { content: { 'application/json': { id: number; status: "pending" | "approved" | "completed" | "failed" | "rejected" | "cancelled"; requested_at: string; due_at: string; extended_at: string | null; extension_reason: string | null; decided_at: string | null; decision_reason: string | null; cancelled_at: string | null; completed_at: string | null; legal_hold_at: string | null; legal_hold_reason: string | null } } } } };
  };
  '/api/users/me/sessions': {
    get: { parameters: { query?: { limit?: number; cursor?: string } }; responses: { 200: { content: { 'application/json': { items: ({ id: string; device: "desktop" | "mobile" | "tablet" | "other"; browser: string; os: string; ip: string; started_at: string; last_active_at: string; expires_at: string; current: boolean })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
    delete: { parameters: {}; responses: { 200: { content: { 'application/json': { ended: number } } } } };
  };
  '/api/users/me/sessions/{id}': {
    delete: { parameters: { path: { id: string } }; responses: {} };
  };
  '/api/users/me/sign-in-history': {
    get: { parameters: { query?: { limit?: number; cursor?: string } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; at: string; way: "password" | "passkey" | "link" | "code" | "google" | "identity"; device: "desktop" | "mobile" | "tablet" | "other"; browser: string; os: string; ip: string })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/yearbooks': {
    get: { parameters: { query?: { limit?: number; cursor?: string } }; responses: { 200: { content: { 'application/json': { items: ({ id: number; kind: "document" | "yearbook"; year: number | null; title: string; federation: { id: number; name: string }; language: "hr" | "en"; pages: number; size: number; sha256: string; visibility: "public" | "tenant"; created_at: string; url: string; actions: ("edit" | "delete")[] })[]; total: number; total_is_capped: boolean; limit: number; next_cursor: string | null } } } } };
  };
  '/api/yearbooks/{year}/pdf': {
    get: { parameters: { query?: { download?: number }; path: { year: number } }; responses: { 200: { content: { 'application/pdf': unknown } }; 206: { content: { 'application/pdf': unknown } } } };
  };
  '/health/live': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { status: string } } } } };
  };
  '/health/ready': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { status: string; store: "ok" | "away"; counters: "ok" | "away"; files: "ok" | "away" } } } } };
  };
  '/login/new-device': {
    get: { parameters: { query: { token: string } }; responses: { 200: { content: { 'application/json': { at: string; device: "desktop" | "mobile" | "tablet" | "other"; browser: string; os: string; ip: string; email: string; expires_at: string; tenant_name: string; branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null } } } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': { token: string } } }; responses: { 200: { content: { 'application/json': { ended: boolean; taken_back: ("passkey" | "authenticator" | "recovery_codes" | "google" | "identity" | "address")[]; reset_token: string | null; expires_at: string | null } } } } };
  };
  '/login/take-back': {
    get: { parameters: { query: { token: string } }; responses: { 200: { content: { 'application/json': { restores_address: boolean; at: string; email: string; expires_at: string; tenant_name: string; branding: { color: string | null; on_light: string | null; on_dark: string | null; logo_url: string | null } } } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': { token: string } } }; responses: { 200: { content: { 'application/json': { ended: number; taken_back: ("passkey" | "authenticator" | "recovery_codes" | "google" | "identity" | "address")[]; reset_token: string | null; expires_at: string | null } } } } };
  };
  '/login/with/{key}': {
    get: { parameters: { query?: { for?: "sign-in" | "link" }; path: { key: string } }; responses: {} };
  };
  '/login/with/{key}/callback': {
    get: { parameters: { query?: { state?: string; code?: string; iss?: string; error?: string }; path: { key: string } }; responses: {} };
  };
  '/metrics': {
    get: { parameters: {}; responses: { 200: { content: { 'text/plain': string } } } };
  };
  '/oidc/.well-known/openid-configuration': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { issuer: string } } } } };
  };
  '/oidc/auth': {
    get: { parameters: {}; responses: { 200: { content: { 'text/html': string } } } };
    post: { parameters: {}; requestBody: { content: { 'application/json': Record<string, string>; 'application/x-www-form-urlencoded': Record<string, string> } }; responses: {} };
  };
  '/oidc/auth/{uid}': {
    get: { parameters: {}; responses: { 200: { content: { 'text/html': string } } } };
  };
  '/oidc/device/auth': {
    post: { parameters: {}; responses: { 200: { content: { 'application/json': { device_code: string; user_code: string; verification_uri: string; verification_uri_complete: string; expires_in: number; interval: number } } } } };
  };
  '/oidc/interaction/{uid}': {
    get: { parameters: { path: { uid: string } }; responses: {} };
    post: { parameters: { path: { uid: string } }; requestBody?: { content: { 'application/json': { consent?: boolean; shown?: string; stay?: boolean } } }; responses: { 200: { content: { 'application/json': { state: "done" | "policy" | "consent" | "reauthenticate" | "select_account" | "other_person" | "not_admitted"; redirect_to: string | null } } } } };
  };
  '/oidc/interaction/{uid}/details': {
    get: { parameters: { path: { uid: string } }; responses: { 200: { content: { 'application/json': { application: { id: string; name: string; logo_url: string | null }; scopes: ("openid" | "profile" | "email" | "phone" | "membership" | "oib" | "offline_access")[]; oib_ground: string | null; shown: string; place: string | null; login_hint: string | null; language: string | null; sign_in_again: boolean } } } } };
  };
  '/oidc/interaction/{uid}/refuse': {
    post: { parameters: { path: { uid: string } }; requestBody: { content: { 'application/json': Record<string, unknown> } }; responses: { 200: { content: { 'application/json': { redirect_to: string } } } } };
  };
  '/oidc/introspect': {
    post: { parameters: {}; responses: { 200: { content: { 'application/json': { active: boolean; sub?: string; client_id?: string; exp?: number; iat?: number; iss?: string; scope?: string; sid?: string; token_type?: "Bearer" | "access_token" | "refresh_token" } } } } };
  };
  '/oidc/jwks': {
    get: { parameters: {}; responses: { 200: { content: { 'application/jwk-set+json': unknown } } } };
  };
  '/oidc/logout': {
    get: { parameters: {}; responses: { 200: { content: { 'text/html': string } } } };
  };
  '/oidc/logout/confirm': {
    post: { parameters: {}; responses: { 200: { content: { 'text/html': string } } } };
  };
  '/oidc/logout/success': {
    get: { parameters: {}; responses: { 200: { content: { 'text/html': string } } } };
  };
  '/oidc/revoke': {
    post: { parameters: {}; responses: {} };
  };
  '/oidc/token': {
    post: { parameters: {}; responses: { 200: { content: { 'application/json': { access_token: string; token_type: "Bearer"; expires_in: number; scope?: string; id_token?: string; refresh_token?: string } } } } };
  };
  '/oidc/userinfo': {
    get: { parameters: {}; responses: { 200: { content: { 'application/json': { sub: string; name?: string; given_name?: string; family_name?: string; locale?: string; email?: string; email_verified?: boolean; phone_number?: string; phone_number_verified?: boolean; oib?: string; oib_verified?: boolean; updated_at?: number; tenant_id?: number; tenant?: string; role?: string; tier?: number; memberships?: ({ tenant_id: number; tenant: string; role: string; tier: number })[] } } } } };
    post: { parameters: {}; responses: { 200: { content: { 'application/json': { sub: string; name?: string; given_name?: string; family_name?: string; locale?: string; email?: string; email_verified?: boolean; phone_number?: string; phone_number_verified?: boolean; oib?: string; oib_verified?: boolean; updated_at?: number; tenant_id?: number; tenant?: string; role?: string; tier?: number; memberships?: ({ tenant_id: number; tenant: string; role: string; tier: number })[] } } } } };
  };
  '/setup-password/ask': {
    post: { parameters: {}; requestBody: { content: { 'application/json': { token: string } } }; responses: { 202: { content: { 'application/json': { detail: string } } } } };
  };
  '/uploads/application-logos/{file}': {
    get: { parameters: { path: { file: string } }; responses: { 200: { content: { 'image/png': unknown } } } };
  };
  '/uploads/avatars/{name}': {
    get: { parameters: { path: { name: string } }; responses: { 200: { content: { 'image/jpeg': unknown; 'image/png': unknown; 'image/webp': unknown } }; 206: { content: { 'image/jpeg': unknown; 'image/png': unknown; 'image/webp': unknown } } } };
  };
  '/uploads/logos/{file}': {
    get: { parameters: { path: { file: string } }; responses: { 200: { content: { 'image/png': unknown } } } };
  };
}
