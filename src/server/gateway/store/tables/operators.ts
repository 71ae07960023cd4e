/** Tables: operators and their accounts. */

export interface OperatorTables {
  /** Operators, in a table of the authentication library (authentication.ts). The table has further columns. */
  user: {
    id: string
    name: string
    email: string
    /** JSON of roles. */
    roles: string | null
    disabled: number | boolean | null
  }
  /** Sessions, in a table of the same library. */
  session: { userId: string }
  /** Invitation links. */
  links: {
    token: string
    roles: string
    email: string | null
    expires_at: number
    used_at: number | null
    /** The operator's name; null: Switchboard itself, or unknown. */
    made_by: string | null
    made_at: number | null
  }
  /** The names that operators had before. Kept as long as the audit, which lists people by name. */
  former_names: { operator_id: string; name: string }
  /** When each operator was last active. */
  operators_seen: { operator_id: string; at: number }
  /** The operators' passkeys. Deleted when their owner removes them. */
  passkeys: {
    id: string
    /** The ID that the authenticator chose. */
    credential: string
    operator_id: string
    name: string
    /** DER of a SubjectPublicKeyInfo, base64url. */
    public_key: string
    /** A number of COSE. */
    algorithm: number
    counter: number
    created_at: number
    last_used_at: number | null
  }
  /** The operators' own phone numbers. Deleted when their owner removes them. */
  own_numbers: {
    id: string
    operator_id: string
    /** E.164. */
    number: string
    added_at: number
    /** The administrator's name; null: not confirmed. */
    confirmed_by: string | null
    confirmed_at: number | null
  }
  /** The challenges that passkeys have answered, so that each works once. Deleted after they have expired. */
  passkey_challenges: { challenge: string; expires_at: number }
  /** Links for a new password, at most one for each operator. Deleted when it is used, withdrawn or replaced, and after it has expired. */
  password_links: {
    operator_id: string
    /** A hash. */
    token: string
    /** A name, or "Terminal". */
    made_by: string
    made_at: number
    expires_at: number
  }
}

/** The statements that create them. */
export const operatorTables = (): string[] => [
  `create table links (token text primary key, roles text not null, expires_at bigint not null, used_at bigint, email text, made_by text,
    made_at bigint)`,
  'create table former_names (operator_id text not null, name text not null, primary key (operator_id, name))',
  'create table operators_seen (operator_id text primary key, at bigint not null)',
  `create table passkeys (id text primary key, credential text not null unique, operator_id text not null, name text not null,
    public_key text not null, algorithm integer not null, counter bigint not null, created_at bigint not null, last_used_at bigint)`,
  'create index passkeys_operator on passkeys (operator_id)',
  `create table own_numbers (id text primary key, operator_id text not null, number text not null, added_at bigint not null,
    confirmed_by text, confirmed_at bigint, unique (operator_id, number))`,
  'create table passkey_challenges (challenge text primary key, expires_at bigint not null)',
  `create table password_links (operator_id text primary key, token text not null unique, made_by text not null, made_at bigint not null,
    expires_at bigint not null)`,
]
