/** Tables: requests to the service. */
import type { Generated } from 'kysely'
import type { SqlDialect } from '#server/database/tables.ts'

export interface UpstreamTables {
  /**
   * PostgreSQL only: the requests that the plan allows in 60 s. Each row is one request slot. A gateway takes a
   * slot before it sends a request (upstream/shared-slots.ts). Times are those of the database's clock.
   */
  request_places: {
    /** The slot's number, from 1. */
    place: number
    /** How often the slot was taken. */
    taken: Generated<number>
    /** While the request is in progress: when the slot becomes free if the outcome is never recorded. */
    free_at: Generated<number>
    gateway: number | null
    /** The request's priority lane; null: no request that counts was sent. */
    lane: string | null
    page: string | null
    operator: string | null
    person: string | null
    /** 1: the service answered that the requested record does not exist. */
    refused: Generated<number>
    /** 1: `request_budget.under_way` counts this request until it ends. */
    holds_token: Generated<number>
    sent_at: number | null
    ended_at: number | null
  }
  /** PostgreSQL only: the state of the shared request budget, in one row. */
  request_budget: {
    id: number
    paused_until: Generated<number>
    /** Time of the last 429. */
    refused_at: number | null
    /** For a plan with a burst: the level of the token bucket. A request costs 60,000 units. */
    level: number
    level_at: number
    /** Requests in progress. */
    under_way: Generated<number>
  }
  /** The requests that were sent to the service, for the request budget. */
  sends: { seq: Generated<number>; at: number; lane: string; page: string; operator: string }
  /** How many requests all gateways sent, twice: by minute for the last day, and by hour. Other gateways' counts are added. */
  request_counts: {
    span: 'minute' | 'hour'
    /** When the minute or hour begins, epoch ms. */
    at: number
    lane: string
    page: string
    /** '': the gateway itself. */
    operator_id: string
    requests: number
  }
}

/** The statements that create them. */
export const upstreamTables = ({ key }: SqlDialect): string[] => [
  `create table request_places (place integer primary key, taken bigint not null default 0, free_at bigint not null default 0,
    gateway bigint, lane text, page text, operator text, person text, refused integer not null default 0,
    holds_token integer not null default 0, sent_at bigint, ended_at bigint)`,
  `create table request_budget (id integer primary key, paused_until bigint not null default 0, refused_at bigint, level bigint not null,
    level_at bigint not null, under_way integer not null default 0)`,
  `create table sends (seq ${key}, at bigint not null, lane text not null, page text not null, operator text not null)`,
  'create index sends_at on sends (at)',
  `create table request_counts (span text not null, at bigint not null, lane text not null, page text not null, operator_id text not null,
    requests integer not null, primary key (span, at, lane, page, operator_id))`,
]
