/**
 * The rows of the request budget that all gateways on one PostgreSQL database share, and the statements on them. A request takes a slot
 * with one conditional statement. By the database's clock, the slot is free again a whole window (60 s) after the answer, so the service
 * never receives more requests within 60 s than there are slots. If no end is recorded, the slot is free a window after the longest
 * possible exchange. Some slots are reserved for cancels, further ones for commands and cancels.
 *
 * A gateway also leases standby slots for cancels that it may have to send without the database (standby-slots.ts). Other gateways take
 * them only after the lease has run out, or once its gateway was killed.
 *
 * If the plan has a burst, it is a token bucket in one row: a slot is taken only while the bucket holds a token for it. The slots then only
 * record the requests.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Lane } from '#contract/index.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { databaseNow } from '../cluster/postgres-cluster.ts'
import type { Store } from '../store/store.ts'
import { maxOutcomeShare, type Rate, reserveOf, type SentRequest } from './budget.ts'
import { maxExchangeMs } from './request-log.ts'

const minuteMs = 60_000
const partsPerToken = 60_000
/** Clocks tick in whole milliseconds, and timers fire slightly early. */
const marginMs = 25
/** How long a slot stays taken if the end of its request is never recorded. */
const leaseMs = maxExchangeMs + minuteMs + marginMs
/** The longest lease of a standby slot. */
export const maxStandbyLeaseMs = 60 * minuteMs
/** Longer than any pause of the service (15 min). A later moment was written before the clock was set back. */
const maxPauseMs = 16 * minuteMs
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
  /** 1: the service did not know the requested record. */
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

/** The slots that a lane may take, both ends included. */
export function slotRange(lane: Lane, rate: Rate): { from: number; to: number } {
  const { all, cancel } = reserveOf(rate.perMinute)
  const to = slotCount(rate)
  // With a bucket too, so that all gateways together stay within this share of the plan.
  if (lane === 'outcomes') return { from: to - Math.floor(rate.perMinute * maxOutcomeShare) + 1, to }
  const from = { cancel: 1, commands: cancel + 1, reads: all + 1, watching: all + 1 }[lane]
  return { from: rate.burst > 0 ? 1 : from, to }
}

/** Orders free slots: the lane's reserved ones first, then the general ones, then those reserved for the lane below. */
function slotPreference(lane: Lane, { perMinute }: Rate): RawBuilder<number> {
  const { all, cancel } = reserveOf(perMinute)
  if (lane === 'cancel')
    return sql`case when p.place <= ${sql.lit(cancel)} then 0 when p.place > ${sql.lit(all)} then 1 else 2 end`
  return sql`case when p.place <= ${sql.lit(all)} then 0 else 1 end`
}

/** The bucket's level now, in parts of a token (`partsPerToken`). */
const levelNow = ({ perMinute, burst }: Rate) =>
  sql<number>`least(${sql.lit(burst * partsPerToken)}, b.level + greatest(0, ${now} - b.level_at) * ${sql.lit(perMinute)})`

/** Tokens reserved for the lanes above, as in budget.ts. */
function reservedTokens(lane: Lane, { perMinute }: Rate): RawBuilder<number> {
  const { all, cancel } = reserveOf(perMinute)
  const unusedReserve = (reservedLane: Lane, reserve: number) =>
    sql`greatest(0, ${sql.lit(reserve)} - (select count(*) from request_places u where u.lane = ${reservedLane} and u.free_at > ${now}))`
  if (lane === 'cancel') return sql`0`
  if (lane === 'commands') return sql`${unusedReserve('cancel', cancel)}`
  return sql`${unusedReserve('cancel', cancel)} + ${unusedReserve('commands', all - cancel)}`
}

export type SlotRows = ReturnType<typeof createSlotRows>

/** The statements for one gateway. All throw when the database does not answer. */
export function createSlotRows({ store, cluster, rate }: { store: Store; cluster: Cluster; rate: Rate }) {
  /** Creates missing rows. The first ones count the requests of a version without these tables. */
  async function prepare(): Promise<void> {
    await sql`
      insert into request_budget (id, level, level_at)
      select 1, case when count(*) = 0 then ${sql.lit(rate.burst * partsPerToken)}
        else -${sql.lit(partsPerToken)} * count(*) filter (where at > ${now} - ${sql.lit(maxExchangeMs)}) end, ${now} from sends
      where at > ${now} - ${sql.lit(30 * minuteMs)} on conflict do nothing
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
    const hasToken = sql`floor(${levelNow(rate)} / ${sql.lit(partsPerToken)}.0) - b.under_way >= 1 + ${reservedTokens(lane, rate)}`
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
   * @param standbyLeaseMs the lease, ms
   */
  async function takeStandby(
    range: { from: number; to: number },
    count: number,
    standbyLeaseMs: number,
  ): Promise<Slot[]> {
    const withBucket = rate.burst > 0
    const bucket = sql`, bucket as (
      update request_budget b set under_way = b.under_way + f.tokens from (select count(*)::int as tokens from free) f
      where f.tokens > 0 and floor(${levelNow(rate)} / ${sql.lit(partsPerToken)}.0) - b.under_way >= f.tokens + ${reservedTokens('reads', rate)} returning 1
    )`
    const { rows } = await sql<Slot>`
      with free as (
        select p.place from request_places p
        where p.place between ${sql.lit(range.from)} and ${sql.lit(range.to)} and p.free_at <= ${now}
          and (p.holds_token = 0 or p.ended_at is not null) and ${isMember()}
        order by p.place desc limit ${sql.lit(count)} for update skip locked
      ) ${withBucket ? bucket : sql``}
      update request_places p set taken = p.taken + 1, free_at = ${now} + ${sql.lit(standbyLeaseMs + leaseMs)}, gateway = ${cluster.number},
        lane = ${standbyLane}, page = '', operator = '', person = null, refused = 0,
        holds_token = ${sql.lit(withBucket ? 1 : 0)}, sent_at = null, ended_at = null
      from free where p.place = free.place ${withBucket ? sql`and exists (select from bucket)` : sql``}
      returning p.place, p.taken
    `.execute(store)
    return rows
  }

  /** Renews the leases from now on. Returns the slots that this gateway still held. */
  async function renewStandby(slots: Slot[], standbyLeaseMs: number): Promise<Slot[]> {
    if (slots.length === 0) return []
    const { rows } = await sql<Slot>`
      update request_places set free_at = ${now} + ${sql.lit(standbyLeaseMs + leaseMs)}, gateway = ${cluster.number}
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

  /** Ends requests under way. @param mayBeCounted whether the service can have counted them */
  async function endRequests(
    condition: RawBuilder<boolean>,
    mayBeCounted: boolean,
    isTargetUnknown = false,
  ): Promise<void> {
    const freeAt = mayBeCounted ? sql`${now} + ${sql.lit(minuteMs + marginMs)}` : sql`0`
    const level = mayBeCounted ? sql`${levelNow(rate)} - o.tokens * ${sql.lit(partsPerToken)}` : sql`b.level`
    await sql`
      with over as (
        update request_places set ended_at = ${now}, free_at = ${freeAt}, refused = ${sql.lit(isTargetUnknown ? 1 : 0)},
          lane = ${mayBeCounted ? sql`lane` : sql`null`}
        where lane is not null and ended_at is null and ${condition} returning holds_token
      )
      update request_budget b set under_way = b.under_way - o.tokens, level = ${level},
        level_at = ${mayBeCounted ? sql`greatest(b.level_at, ${now} + 1)` : sql`b.level_at`}
      from (select count(*)::int as tokens from over where holds_token = 1) o where o.tokens > 0
    `.execute(store)
  }

  async function pause(waitMs: number, isRefusal: boolean): Promise<void> {
    await sql`
      update request_budget set
        paused_until = greatest(case when paused_until < ${now} + ${sql.lit(maxPauseMs)} then paused_until else 0 end,
          ${now} + ${sql.lit(Math.ceil(waitMs))}),
        refused_at = ${isRefusal ? now : sql`refused_at`}
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
        left join request_places p on p.ended_at > n.at - ${sql.lit(minuteMs)} or (p.lane is not null
          and (p.free_at > n.at or p.sent_at > n.at - ${sql.lit(minuteMs)} or (p.holds_token = 1 and p.ended_at is null)))
    `.execute(store)
    return rows
  }

  /** Ends requests whose end was never recorded, and corrects moments that lie too far ahead after the clock was set back. */
  async function repair(rows: SlotRow[]): Promise<void> {
    const isOverdue = ({ holds_token, ended_ago, sent_ago }: SlotRow) =>
      holds_token === 1 && ended_ago === null && sent_ago !== null && Math.abs(sent_ago) > maxExchangeMs
    if (rows.some(isOverdue))
      await endRequests(sql`holds_token = 1 and abs(${now} - sent_at) > ${sql.lit(maxExchangeMs)}`, true)
    // The lease ran out: the token may have been spent.
    if (rows.some(({ lane, holds_token, free_in }) => lane === standbyLane && holds_token === 1 && free_in <= 0))
      await endRequests(sql`lane = ${standbyLane} and free_at <= ${now}`, true)
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

  const isSlot = ({ place, taken }: Slot) => sql<boolean>`(place = ${place} and taken = ${taken})`
  const isOneOf = (slots: Slot[]) => sql<boolean>`(${sql.join(slots.map(isSlot), sql` or `)})`

  return {
    prepare,
    take,
    /** Records that the slot's request has ended. @param isTargetUnknown the service did not know the requested record */
    finish: (slot: Slot, isTargetUnknown = false) => endRequests(isSlot(slot), true, isTargetUnknown),
    /** Frees slots whose requests never reached the service. */
    giveBack: (...slots: Slot[]) => endRequests(isOneOf(slots), false),
    /** Frees the standby slots of other gateways: nothing was sent with them. */
    giveBackStandbyOf: (gateways: readonly number[]) =>
      endRequests(sql`lane = ${standbyLane} and gateway in (${sql.join(gateways)})`, false),
    takeStandby,
    renewStandby,
    assignStandby,
    /** Records a pause that the service asked for. @param isRefusal whether it asked with a 429 */
    pause,
    read,
    repair,
  }
}
