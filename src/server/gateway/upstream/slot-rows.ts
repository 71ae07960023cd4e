/**
 * The rows of the request budget that all gateways of a PostgreSQL share, and the statements on them. A request takes a slot with one
 * conditional statement. By the database's clock the slot is free again a whole window after the answer, so no 60 s at the service hold
 * more requests than there are slots. If no end is recorded, the slot is free a window after the longest possible exchange. Some slots
 * are reserved for cancels, further ones for commands and cancels.
 *
 * A gateway also leases standby slots for cancels that it may have to send without the database (standby-slots.ts). Other gateways take
 * them only after the lease has run out.
 *
 * With a burst the plan is a bucket in one row: a slot is taken only while the bucket holds a token for it. The slots then only record
 * the requests.
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
/** As in budget.ts. */
const marginMs = 25
/** How long a slot stays taken if the end of its request is never recorded. */
const leaseMs = maxExchangeMs + minute + marginMs
/** The longest lease of a standby slot. */
export const maxStandbyLeaseMs = 60 * minute
/** The longest pause that a service can ask for. A later moment was written before the clock was set back. */
const maxPauseMs = 16 * minute
/** A moment further in the future than this beyond its limit was written before the clock was set back. */
const clockToleranceMs = 1_000

const now = sql.raw<number>(databaseNow)

export type Slot = NonNullable<SentRequest['slot']>

/** The stored lane of a standby slot: nothing was sent, and only the gateway that leases the slot may use it. */
export const standbyLane = 'kept'

/** A slot that counts, and the budget's row; `place` is null if no slot counts. Times are ms before or after now. */
export interface SlotRow {
  paused_for: number
  refused_ago: number | null
  level: number
  level_ahead: number
  place: number | null
  taken: number
  gateway: number
  /** null: the slot was given back. */
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

/** The number of slots of a plan. A bucket allows its capacity and its refill within a minute. */
const slotCount = ({ perMinute, burst }: Rate): number => perMinute + burst

/** The slots that a lane may take, `from` and `to` included. */
export function slotRange(lane: Lane, rate: Rate): { from: number; to: number } {
  const { all, cancel } = reserveOf(rate.perMinute)
  const from = { cancel: 1, commands: cancel + 1, reads: all + 1, watching: all + 1 }[lane]
  return { from: rate.burst > 0 ? 1 : from, to: slotCount(rate) }
}

/** Orders free slots: the lane's reserved ones first, then the general ones, then those reserved for the lane below. */
function slotPreference(lane: Lane, { perMinute }: Rate): RawBuilder<number> {
  const { all, cancel } = reserveOf(perMinute)
  if (lane === 'cancel')
    return sql`case when p.place <= ${sql.lit(cancel)} then 0 when p.place > ${sql.lit(all)} then 1 else 2 end`
  return sql`case when p.place <= ${sql.lit(all)} then 0 else 1 end`
}

/** The bucket's level now, in parts of a token. */
const levelNow = ({ perMinute, burst }: Rate) =>
  sql<number>`least(${sql.lit(burst * tokenParts)}, b.level + greatest(0, ${now} - b.level_at) * ${sql.lit(perMinute)})`

/** Tokens reserved for the lanes above, as in budget.ts. */
function reservedTokens(lane: Lane, { perMinute }: Rate): RawBuilder<number> {
  const { all, cancel } = reserveOf(perMinute)
  const unused = (which: Lane, most: number) =>
    sql`greatest(0, ${sql.lit(most)} - (select count(*) from request_places u where u.lane = ${which} and u.free_at > ${now}))`
  if (lane === 'cancel') return sql`0`
  if (lane === 'commands') return sql`${unused('cancel', cancel)}`
  return sql`${unused('cancel', cancel)} + ${unused('commands', all - cancel)}`
}

export type SlotRows = ReturnType<typeof createSlotRows>

/** The statements for one gateway. All throw when the database does not answer. */
export function createSlotRows({ store, cluster, rate }: { store: Store; cluster: Cluster; rate: Rate }) {
  /** Creates missing rows. The first ones count the requests of a version without these tables. */
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

  /** Takes a slot; undefined if none is free. */
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
   * Leases free slots as standby slots. With a bucket, each takes a token.
   *
   * @param range the slots to choose from, both ends included
   * @param leaseTime the lease, ms
   */
  async function takeStandby(range: { from: number; to: number }, count: number, leaseTime: number): Promise<Slot[]> {
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
      update request_places p set taken = p.taken + 1, free_at = ${now} + ${sql.lit(leaseTime + leaseMs)}, gateway = ${cluster.number},
        lane = ${standbyLane}, page = '', operator = '', person = null, refused = 0,
        holds_token = ${sql.lit(withBucket ? 1 : 0)}, sent_at = null, ended_at = null
      from free where p.place = free.place ${withBucket ? sql`and exists (select from bucket)` : sql``}
      returning p.place, p.taken
    `.execute(store)
    return rows
  }

  /** Renews the leases from now on. Returns the slots that this gateway still held. */
  async function renewStandby(slots: Slot[], leaseTime: number): Promise<Slot[]> {
    if (slots.length === 0) return []
    const { rows } = await sql<Slot>`
      update request_places set free_at = ${now} + ${sql.lit(leaseTime + leaseMs)}, gateway = ${cluster.number}
      where lane = ${standbyLane} and free_at > ${now} and ${isOneOf(slots)} returning place, taken
    `.execute(store)
    return rows
  }

  /** Assigns a standby slot to a cancel that is or was sent without the database. Undefined: the slot is not leased any more. */
  async function assignStandby({ place, taken }: Slot, sent: SentRequest): Promise<Slot | undefined> {
    const { page, operator, person = null } = sent
    const { rows } = await sql<Slot>`
      update request_places set taken = taken + 1, free_at = ${now} + ${sql.lit(leaseMs)}, lane = 'cancel', page = ${page},
        operator = ${operator}, person = ${person}, sent_at = ${now}
      where lane = ${standbyLane} and place = ${place} and taken = ${taken} returning place, taken
    `.execute(store)
    return rows[0]
  }

  /** Ends requests under way. @param spent whether the service can have counted them */
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

  /** Reads the budget's row joined with the slots that count: at least one row. */
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

  /** Ends requests whose end was never recorded, and corrects moments that lie too far ahead after the clock was set back. */
  async function repair(rows: SlotRow[]): Promise<void> {
    const isOverdue = ({ holds_token, ended_ago, sent_ago }: SlotRow) =>
      holds_token === 1 && ended_ago === null && sent_ago !== null && Math.abs(sent_ago) > maxExchangeMs
    if (rows.some(isOverdue))
      await end(sql`holds_token = 1 and abs(${now} - sent_at) > ${sql.lit(maxExchangeMs)}`, true)
    // The lease ran out: the token may have been spent.
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
  const isOneOf = (slots: Slot[]) => sql<boolean>`(${sql.join(slots.map(isThis), sql` or `)})`

  return {
    prepare,
    take,
    /** Records that the slot's request has ended. @param refused the service did not know the requested thing */
    finish: (slot: Slot, refused = false) => end(isThis(slot), true, refused),
    /** Frees slots whose requests never reached the service. */
    giveBack: (...slots: Slot[]) => end(isOneOf(slots), false),
    takeStandby,
    renewStandby,
    assignStandby,
    /** Records a pause that the service asked for, ms. @param refused with a 429 */
    pause,
    read,
    repair,
  }
}
