/**
 * The rows of the request budget that all gateways of a PostgreSQL share, and the statements on them. A request takes a place with one
 * conditional statement, and by the database's clock the place is free again a whole window after its answer: so whatever any gateway
 * sends, no 60 s at the service hold more than there are places. When nobody says how a request ended, its place is free a window after
 * the longest that an exchange can last. Cancels have places of their own, commands and cancels further ones.
 *
 * A gateway also keeps places for cancels that it may have to send without the database: nobody else takes them until the gateway has not
 * renewed them for so long that it does not use them any more.
 *
 * With a burst the plan is a bucket: one row, and a place is taken only while the bucket holds a token for it; the places then only say
 * who sent what.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Lane } from '#contract/index.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { databaseNow } from '../cluster/postgres-cluster.ts'
import type { Store } from '../store/store.ts'
import { type Rate, reserveOf, type SentRequest } from './budget.ts'
import { maxExchangeMs } from './request-log.ts'

const minute = 60_000
const tokenParts = 60_000
/** As the pure budget has it. */
const marginMs = 25
/** How long a place is taken when nobody says how its request ended, ms. */
const leaseMs = maxExchangeMs + minute + marginMs
/** No place is kept for longer without being renewed, ms. */
export const maxStandbyLeaseMs = 60 * minute
/** No service asks for a longer pause, ms: a moment further ahead is of a clock that was set back since. */
const maxPauseMs = 16 * minute
/** Moments further ahead than they can be by more than this, ms, are of a clock that was set back. */
const clockToleranceMs = 1_000

const now = sql.raw<number>(databaseNow)

export type Slot = NonNullable<SentRequest['slot']>

/** In the column of the lanes: nothing was sent, and only the gateway that keeps the place may take it. */
export const standbyLane = 'kept'

/** A place that counts; `place` is null where there is none. Times are ms before or after now. */
export interface SlotRow {
  paused_for: number
  refused_ago: number | null
  level: number
  level_ahead: number
  place: number | null
  taken: number
  gateway: number
  /** null: it was given back. */
  lane: Lane | typeof standbyLane | null
  page: string
  operator: string
  person: string | null
  refused: number
  holds_token: number
  free_in: number
  /** null: nothing was sent. */
  sent_ago: number | null
  ended_ago: number | null
}

export const slotKey = ({ place, taken }: Slot): string => `${place}.${taken}`

/** How many rows a plan has: a bucket lets out its capacity and its refill in a minute. */
const slotCount = ({ perMinute, burst }: Rate): number => perMinute + burst

/** The places that a lane may take, both included. */
export function slotRange(lane: Lane, rate: Rate): { from: number; to: number } {
  const { all, cancel } = reserveOf(rate.perMinute)
  const from = { cancel: 1, commands: cancel + 1, reads: all + 1, watching: all + 1 }[lane]
  return { from: rate.burst > 0 ? 1 : from, to: slotCount(rate) }
}

/** Its own places first, then what is for all, and only then those of the lane below. */
function slotPreference(lane: Lane, { perMinute }: Rate): RawBuilder<number> {
  const { all, cancel } = reserveOf(perMinute)
  if (lane === 'cancel')
    return sql`case when p.place <= ${sql.lit(cancel)} then 0 when p.place > ${sql.lit(all)} then 1 else 2 end`
  return sql`case when p.place <= ${sql.lit(all)} then 0 else 1 end`
}

/** What the bucket holds now, in parts of a token. */
const levelNow = ({ perMinute, burst }: Rate) =>
  sql<number>`least(${sql.lit(burst * tokenParts)}, b.level + greatest(0, ${now} - b.level_at) * ${sql.lit(perMinute)})`

/** Tokens that must stay for the lanes above, as the pure budget has it. */
function reservedTokens(lane: Lane, { perMinute }: Rate): RawBuilder<number> {
  const { all, cancel } = reserveOf(perMinute)
  const unused = (which: Lane, most: number) =>
    sql`greatest(0, ${sql.lit(most)} - (select count(*) from request_places u where u.lane = ${which} and u.free_at > ${now}))`
  if (lane === 'cancel') return sql`0`
  if (lane === 'commands') return sql`${unused('cancel', cancel)}`
  return sql`${unused('cancel', cancel)} + ${unused('commands', all - cancel)}`
}

export type SlotRows = ReturnType<typeof createSlotRows>

/** The statements for one gateway. All throw when the database is away. */
export function createSlotRows({ store, cluster, rate }: { store: Store; cluster: Cluster; rate: Rate }) {
  /** Makes the rows that are missing. The first ones count what a version without them has sent. */
  async function prepare(): Promise<void> {
    await sql`
      insert into request_budget (id, level, level_at)
      select 1, case when count(*) = 0 then ${sql.lit(rate.burst * tokenParts)}
        else -${sql.lit(tokenParts)} * count(*) filter (where at > ${now} - ${sql.lit(maxExchangeMs)}) end, ${now} from sends
      where at > ${now} - ${sql.lit(30 * minute)} on conflict do nothing
    `.execute(store)
    const rows = sql.lit(slotCount(rate))
    await sql`
      with earlier as (
        select least(at, ${now}) as at, lane, page, operator, row_number() over (order by at desc) as n
        from sends where at > ${now} - ${sql.lit(leaseMs)} and not exists (select from request_places)
      )
      insert into request_places (place, free_at, lane, page, operator, sent_at, ended_at)
      select g.n, coalesce(e.at + ${sql.lit(leaseMs)}, 0), e.lane, e.page, e.operator, e.at, e.at + ${sql.lit(maxExchangeMs)}
      from generate_series(1, ${rows}) g (n) left join earlier e on e.n = ${rows} + 1 - g.n
      on conflict do nothing
    `.execute(store)
  }

  /** Takes a place; undefined: there is none. */
  async function take(sent: SentRequest): Promise<Slot | undefined> {
    const { lane, page, operator, person = null } = sent
    const { from, to } = slotRange(lane, rate)
    const isOpen =
      lane === 'cancel'
        ? sql`true`
        : sql`not exists (select from request_budget where paused_until > ${now} and paused_until < ${now} + ${sql.lit(maxPauseMs)})`
    const hasToken = sql`floor(${levelNow(rate)} / ${sql.lit(tokenParts)}.0) - b.under_way >= 1 + ${reservedTokens(lane, rate)}`
    const withBucket = rate.burst > 0
    const bucket = sql`, bucket as (
      update request_budget b set under_way = b.under_way + 1
      where ${hasToken} and exists (select from free) returning 1
    )`
    const { rows } = await sql<Slot>`
      with free as (
        select p.place from request_places p
        where p.place between ${sql.lit(from)} and ${sql.lit(to)}
          and ${/* guard: place-is-free-for-all-gateways */ sql`p.free_at <= ${now}`}
          and (p.holds_token = 0 or p.ended_at is not null)
          and ${isOpen} and ${isMember()}
        order by ${slotPreference(lane, rate)}, p.place limit 1 for update skip locked
      ) ${withBucket ? bucket : sql``}
      update request_places p set taken = p.taken + 1, free_at = ${now} + ${sql.lit(leaseMs)}, gateway = ${cluster.number},
        lane = ${lane}, page = ${page}, operator = ${operator}, person = ${person}, refused = 0,
        holds_token = ${sql.lit(withBucket ? 1 : 0)}, sent_at = ${now}, ended_at = null
      from free where p.place = free.place ${withBucket ? sql`and exists (select from bucket)` : sql``}
      returning p.place, p.taken
    `.execute(store)
    return rows[0]
  }

  const isMember = () => sql`exists (select from gateways where number = ${cluster.number} and ended_at is null)`

  /**
   * Keeps free places for cancels that go without the database. With a bucket each has a token of it.
   *
   * @param range both included
   * @param lasts how long this gateway may use them without renewing them, ms
   */
  async function takeStandby(range: { from: number; to: number }, count: number, lasts: number): Promise<Slot[]> {
    const withBucket = rate.burst > 0
    const bucket = sql`, bucket as (
      update request_budget b set under_way = b.under_way + f.tokens from (select count(*)::int as tokens from free) f
      where f.tokens > 0 and floor(${levelNow(rate)} / ${sql.lit(tokenParts)}.0) - b.under_way >= f.tokens + ${reservedTokens('reads', rate)} returning 1
    )`
    const { rows } = await sql<Slot>`
      with free as (
        select p.place from request_places p
        where p.place between ${sql.lit(range.from)} and ${sql.lit(range.to)} and p.free_at <= ${now}
          and (p.holds_token = 0 or p.ended_at is not null) and ${isMember()}
        order by p.place desc limit ${sql.lit(count)} for update skip locked
      ) ${withBucket ? bucket : sql``}
      update request_places p set taken = p.taken + 1, free_at = ${now} + ${sql.lit(lasts + leaseMs)}, gateway = ${cluster.number},
        lane = ${standbyLane}, page = '', operator = '', person = null, refused = 0,
        holds_token = ${sql.lit(withBucket ? 1 : 0)}, sent_at = null, ended_at = null
      from free where p.place = free.place ${withBucket ? sql`and exists (select from bucket)` : sql``}
      returning p.place, p.taken
    `.execute(store)
    return rows
  }

  /** Keeps the same places for so long from now on. Returns those that were still kept. */
  async function renewStandby(places: Slot[], lasts: number): Promise<Slot[]> {
    if (places.length === 0) return []
    const { rows } = await sql<Slot>`
      update request_places set free_at = ${now} + ${sql.lit(lasts + leaseMs)}, gateway = ${cluster.number}
      where lane = ${standbyLane} and free_at > ${now} and ${isOneOf(places)} returning place, taken
    `.execute(store)
    return rows
  }

  /** A kept place is that of this cancel, which goes now or went without the database; undefined: it was not kept any more. */
  async function assignStandby({ place, taken }: Slot, sent: SentRequest): Promise<Slot | undefined> {
    const { page, operator, person = null } = sent
    const { rows } = await sql<Slot>`
      update request_places set taken = taken + 1, free_at = ${now} + ${sql.lit(leaseMs)}, lane = 'cancel', page = ${page},
        operator = ${operator}, person = ${person}, sent_at = ${now}
      where lane = ${standbyLane} and place = ${place} and taken = ${taken} returning place, taken
    `.execute(store)
    return rows[0]
  }

  /** Of requests under way: that they are over. @param spent whether the service can have counted them */
  async function end(which: RawBuilder<boolean>, spent: boolean, refused = false): Promise<void> {
    const freeAt = spent ? sql`${now} + ${sql.lit(minute + marginMs)}` : sql`0`
    const level = spent ? sql`${levelNow(rate)} - o.tokens * ${sql.lit(tokenParts)}` : sql`b.level`
    await sql`
      with over as (
        update request_places set ended_at = ${now}, free_at = ${freeAt}, refused = ${sql.lit(refused ? 1 : 0)},
          lane = ${spent ? sql`lane` : sql`null`}
        where lane is not null and ended_at is null and ${which} returning holds_token
      )
      update request_budget b set under_way = b.under_way - o.tokens, level = ${level},
        level_at = ${spent ? sql`greatest(b.level_at, ${now} + 1)` : sql`b.level_at`}
      from (select count(*)::int as tokens from over where holds_token = 1) o where o.tokens > 0
    `.execute(store)
  }

  async function pause(wait: number, refused: boolean): Promise<void> {
    await sql`
      update request_budget set
        paused_until = greatest(case when paused_until < ${now} + ${sql.lit(maxPauseMs)} then paused_until else 0 end,
          ${now} + ${sql.lit(Math.ceil(wait))}),
        refused_at = ${refused ? now : sql`refused_at`}
    `.execute(store)
  }

  /** One row at least. */
  async function read(): Promise<SlotRow[]> {
    const { rows } = await sql<SlotRow>`
      select (case when b.paused_until < n.at + ${sql.lit(maxPauseMs)} then b.paused_until - n.at else 0 end)::float8 as paused_for,
        (n.at - b.refused_at)::float8 as refused_ago, (${levelNow(rate)})::float8 as level,
        (b.level_at - n.at)::float8 as level_ahead, p.place, p.taken, p.gateway, p.lane, p.page, p.operator, p.person, p.refused,
        p.holds_token, (p.free_at - n.at)::float8 as free_in, (n.at - p.sent_at)::float8 as sent_ago,
        (n.at - p.ended_at)::float8 as ended_ago
      from request_budget b cross join (select ${now} as at) n
        left join request_places p on p.ended_at > n.at - ${sql.lit(minute)} or (p.lane is not null
          and (p.free_at > n.at or p.sent_at > n.at - ${sql.lit(minute)} or (p.holds_token = 1 and p.ended_at is null)))
    `.execute(store)
    return rows
  }

  /** Ends what nobody says an end of, and brings back what a clock that was set back has put far ahead. */
  async function repair(rows: SlotRow[]): Promise<void> {
    const isOverdue = ({ holds_token, ended_ago, sent_ago }: SlotRow) =>
      holds_token === 1 && ended_ago === null && sent_ago !== null && Math.abs(sent_ago) > maxExchangeMs
    if (rows.some(isOverdue))
      await end(sql`holds_token = 1 and abs(${now} - sent_at) > ${sql.lit(maxExchangeMs)}`, true)
    // Nobody has renewed it: its token may be spent.
    if (rows.some(({ lane, holds_token, free_in }) => lane === standbyLane && holds_token === 1 && free_in <= 0))
      await end(sql`lane = ${standbyLane} and free_at <= ${now}`, true)
    if (
      rows.some(
        ({ place, lane, free_in }) => place !== null && lane !== standbyLane && free_in > leaseMs + clockToleranceMs,
      )
    )
      await sql`
        update request_places set free_at = ${now} + ${sql.lit(leaseMs)}
        where free_at > ${now} + ${sql.lit(leaseMs)} and (lane is null or lane <> ${standbyLane})
      `.execute(store)
    if (
      rows.some(({ lane, free_in }) => lane === standbyLane && free_in > maxStandbyLeaseMs + leaseMs + clockToleranceMs)
    )
      await sql`
        update request_places set free_at = ${now} + ${sql.lit(maxStandbyLeaseMs + leaseMs)}
        where free_at > ${now} + ${sql.lit(maxStandbyLeaseMs + leaseMs)} and lane = ${standbyLane}
      `.execute(store)
    if (rows.some(({ level_ahead }) => level_ahead > clockToleranceMs))
      await sql`update request_budget set level_at = ${now} where level_at > ${now} + ${sql.lit(clockToleranceMs)}`.execute(
        store,
      )
  }

  const isThis = ({ place, taken }: Slot) => sql<boolean>`(place = ${place} and taken = ${taken})`
  const isOneOf = (places: Slot[]) => sql<boolean>`(${sql.join(places.map(isThis), sql` or `)})`

  return {
    prepare,
    take,
    /** The request of this place is over. @param refused the service did not know what was asked for */
    finish: (place: Slot, refused = false) => end(isThis(place), true, refused),
    /** The request of this place never reached the service. */
    giveBack: (...places: Slot[]) => end(isOneOf(places), false),
    takeStandby,
    renewStandby,
    assignStandby,
    /** The service asked for a pause of so many ms. @param refused by a 429 */
    pause,
    read,
    repair,
  }
}
