/** Tables: what was read from the service. */

export interface CacheTables {
  /** The last answer to each read of the service. Deleted after a day. */
  last_read: {
    /** Identifies the read: everything that its answer depends on. */
    read: string
    at: number
    body: string
    /** JSON of RefusalData, if the service refused the read. */
    refusal: string | null
    /** Fingerprint of the API key that was used. */
    fingerprint: string | null
  }
  /**
   * Reads that a gateway is sending to the service: until `until`, no other gateway sends the same read. `read_at` is the time of the last
   * answer, so that the next gateway to claim the read sees an answer that arrived just before. Deleted an hour after `until`.
   */
  reads_under_way: { read: string; gateway: number; until: number; read_at: number | null }
  /** What the operators at each gateway are viewing: JSON of `SharedLook`s. */
  looks: { gateway: number; looks: string }
}

/** The statements that create them. */
export const cacheTables = (): string[] => [
  'create table last_read (read text primary key, at bigint not null, body text not null, refusal text, fingerprint text)',
  'create index last_read_at on last_read (at)',
  'create table reads_under_way (read text primary key, gateway bigint not null, until bigint not null, read_at bigint)',
  'create table looks (gateway bigint primary key, looks text not null)',
]
