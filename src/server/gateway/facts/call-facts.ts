/**
 * One row for each call that was seen to end: who was called when on their own clock, by which agent, and with which outcome. The rows have
 * no phone number and nothing that was said, so figures can be kept longer than calls. They are filled from answers that somebody reads anyway, from events
 * and from kept calls, a few at a time, so that other requests run in between.
 */
import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Announcement } from '#contract/index.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import {
  type CallSighting,
  isAtOtherTime,
  isIdentified,
  sightingKey,
  sightingOfEvent,
  sightingOfKeptCall,
  startOf,
} from '../calls/call-sightings.ts'
import { changeCalls, type EndedKeptCall } from '../calls/kept/kept-call-rows.ts'
import { atMost } from '../shared/at-most.ts'
import { type Clock, dayMs, hourMs } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import type { CallFactTable } from '../store/tables/facts.ts'
import type { FindVersionsInUse } from '../versions/versions-in-use.ts'
import { deleteOldCorrections, roomOf, withCorrection, withoutCorrection } from './call-corrections.ts'
import { deleteOldDecisionFacts } from './decision-facts.ts'
import { allWorkspaces, figureRetention } from './figure-retention.ts'
import { addSighting, joinRows } from './merge-sightings.ts'

/** Sightings that were written lately, so that polls of a batch do not write them again. */
const maxRemembered = 20_000
/** Calls that one transaction writes. */
const callsPerTransaction = 25
/** Of these, calls that are written before other requests run. */
const callsPerTurn = 5
/** Rows that one statement deletes. */
const rowsPerDeletion = 500
/** Sightings that wait for the database. Further ones are left out until an answer tells them again. */
const maxWaiting = 5_000
const retryMs = 3_000

/** A room is named after the agent and the call (interface 6). */
const roomPattern = /^(.+)-([a-z0-9]{10})$/

export type CallFacts = ReturnType<typeof createCallFacts>

/**
 * @param deps.personOf the keyed hash of a number, in any spelling
 * @param deps.isAgent whether this is the ID of an agent that was seen
 * @param deps.beforeWrite resolves when everything is written that a sighting may be about
 * @param deps.findRoom the room of the kept call that a sighting without a room is about; null if it is unknown
 * @param deps.onWritten gets each sighting in the transaction that has written it, with what is known of its call
 */
export function createCallFacts(deps: {
  store: Store
  beforeWrite?: () => Promise<unknown>
  findRoom?: (store: Store, sighting: CallSighting) => Promise<string | null>
  onWritten?: (store: Store, sighting: CallSighting, row: CallFactTable) => Promise<void>
  personOf: (number: string) => string
  /** How many days calls are kept. */
  retentionDays?: () => Promise<number>
  isAgent: (id: string) => boolean
  findVersionsInUse: FindVersionsInUse
  clock: Clock
  log: Log
}) {
  const { store, personOf, isAgent, findVersionsInUse, clock, log } = deps
  const written = new LRUCache<string, true>(atMost(maxRemembered))
  let pending: Promise<void> = Promise.resolve()
  /** Sightings that could not be written while the database was unavailable. */
  let waiting: CallSighting[] = []
  let retryTimer: NodeJS.Timeout | undefined
  const deleteTimer = setInterval(() => void deleteOld().catch(() => {}), hourMs).unref()

  /** Adds the call and the agent that the name of the room tells, if it has the form of interface 6. */
  function identify(sighting: CallSighting): CallSighting {
    const [, agentId = '', callId = ''] = roomPattern.exec(sighting.roomName ?? '') ?? []
    if (agentId === '' || !(agentId === sighting.agentId || isAgent(agentId))) return sighting
    return { ...sighting, agentId, callId: sighting.callId ?? callId }
  }

  /**
   * The rows of a call: several only if it was seen under two names before a sighting had both. Of a row of a batch that was called more
   * than once, a sighting without an ID is about the last call that was not at another time.
   */
  async function findRows(store: Store, sighting: CallSighting): Promise<CallFactTable[]> {
    const { callId, roomName, batchId, jobId } = sighting
    const isOfRow = batchId !== null && jobId !== null
    const found = await store
      .selectFrom('call_facts')
      .selectAll()
      .where((eb) =>
        eb.or([
          ...(callId === null ? [] : [eb('call_id', '=', callId)]),
          ...(roomName === null ? [] : [eb('room_name', '=', roomName)]),
          ...(isOfRow ? [eb.and([eb('batch_id', '=', batchId), eb('job_id', '=', jobId)])] : []),
        ]),
      )
      .orderBy('at', 'desc')
      .execute()
    const rows = found.filter(
      (row) =>
        (callId !== null && row.call_id === callId) ||
        (roomName !== null && row.room_name === roomName) ||
        !isAtOtherTime(row, sighting),
    )
    const known = callId ?? rows.find(({ call_id }) => call_id !== null)?.call_id
    return rows.filter(({ call_id }) => call_id === null || call_id === known)
  }

  async function findAgent(store: Store, { agentId, batchId }: CallSighting): Promise<string | null> {
    if (agentId !== null || batchId === null) return agentId
    const query = store.selectFrom('known_batches').select('agent_id').where('batch_id', '=', batchId)
    return (await query.executeTakeFirst())?.agent_id ?? null
  }

  /** Numbers the calls of a row of a batch in the order in which they began. */
  async function numberAttempts(store: Store, batchId: string, jobId: string): Promise<void> {
    const calls = await store
      .selectFrom('call_facts')
      .select(['id', 'attempt'])
      .where('batch_id', '=', batchId)
      .where('job_id', '=', jobId)
      .orderBy('at')
      .orderBy('id')
      .execute()
    for (const [index, { id, attempt }] of calls.entries()) {
      const number = index + 1
      if (attempt !== number)
        await store.updateTable('call_facts').set({ attempt: number }).where('id', '=', id).execute()
    }
  }

  /** The versions of agent and flow at the time at which the call began. Versions that are deleted by now stay in the row. */
  async function withVersions(store: Store, row: CallFactTable): Promise<CallFactTable> {
    if (row.agent_id === null) return row
    const { agentVersion, flowId, flowVersion } = await findVersionsInUse(store, row.agent_id, row.at)
    return {
      ...row,
      agent_version: agentVersion ?? row.agent_version,
      ...(flowId !== null && { flow_id: flowId, flow_version: flowVersion }),
    }
  }

  /** A sighting without a room, with that of a call that somebody watched, so that what is known of the call is in one row. */
  async function withRoom(store: Store, sighting: CallSighting): Promise<CallSighting> {
    if (!deps.findRoom || sighting.roomName !== null) return sighting
    if ((await findRows(store, sighting)).some(({ room_name }) => room_name !== null)) return sighting
    return identify({ ...sighting, roomName: await deps.findRoom(store, sighting) })
  }

  async function writeCall(store: Store, seenAs: CallSighting): Promise<void> {
    const sighting = await withRoom(store, seenAs)
    const rows: CallFactTable[] = []
    for (const row of await findRows(store, sighting)) rows.push(await withoutCorrection(store, row))
    const [first, ...others] = rows
    const known = first && others.reduce(joinRows, first)
    const ids = others.map(({ id }) => id)
    if (ids.length > 0) await store.deleteFrom('call_facts').where('id', 'in', ids).execute()
    const seen = addSighting(known, sighting, {
      id: randomUUID(),
      agentId: await findAgent(store, sighting),
      person: sighting.number === '' ? null : personOf(sighting.number),
    })
    const row = await withVersions(store, await withCorrection(store, { ...seen, room_name: roomOf(seen) }))
    await store
      .insertInto('call_facts')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    if (row.batch_id !== null && row.job_id !== null) await numberAttempts(store, row.batch_id, row.job_id)
    await deps.onWritten?.(store, sighting, row)
  }

  const writeTogether = (sightings: readonly CallSighting[]): Promise<void> =>
    changeCalls(store, async (store) => {
      for (const [index, sighting] of sightings.entries()) {
        if (index > 0 && index % callsPerTurn === 0) await yieldToEventLoop()
        await writeCall(store, identify(sighting))
      }
    })

  /** Writes one sighting. If the database is unavailable, it waits; what cannot be stored for another reason is left out. */
  async function writeAlone(sighting: CallSighting): Promise<void> {
    try {
      await writeTogether([sighting])
    } catch (error) {
      written.delete(sightingKey(sighting))
      if (!isDatabaseFault(error)) return log.error({ error: String(error) }, 'could not record the outcome of a call')
      if (waiting.length < maxWaiting) waiting.push(sighting)
      retryTimer ??= setTimeout(writeWaiting, retryMs).unref()
    }
  }

  function writeWaiting(): void {
    retryTimer = undefined
    const sightings = waiting
    waiting = []
    add(sightings)
  }

  /** When figures were made whose retention time is over, epoch ms. */
  async function oldestCounted(): Promise<number> {
    const { days } = await figureRetention(store).get(allWorkspaces)
    return clock.now() - days * dayMs
  }

  /** When calls began whose figures are deleted: not before the calls, which count from their end, since a kept call has its outcome here. */
  async function oldestKept(): Promise<number> {
    const days = (await deps.retentionDays?.()) ?? 0
    return Math.min(await oldestCounted(), clock.now() - (days + 1) * dayMs)
  }

  async function writeCalls(seen: readonly CallSighting[]): Promise<void> {
    // If it cannot be read, calls that are too old are deleted within the hour.
    const oldest = await oldestKept().catch(() => 0)
    const sightings = seen.filter((sighting) => startOf(sighting) >= oldest)
    await deps.beforeWrite?.()
    for (let from = 0; from < sightings.length; from += callsPerTransaction) {
      const slice = sightings.slice(from, from + callsPerTransaction)
      // One that cannot be stored must not keep the others out.
      await writeTogether(slice).catch(async () => {
        for (const sighting of slice) await writeAlone(sighting)
      })
      await yieldToEventLoop()
    }
  }

  /** Adds what was seen of calls. A sighting that was written lately is not written again. */
  function add(sightings: readonly CallSighting[]): void {
    const unwritten = sightings.filter(isIdentified).filter((sighting) => {
      const key = sightingKey(sighting)
      const isKnown = written.has(key)
      written.set(key, true)
      return !isKnown
    })
    if (unwritten.length > 0) pending = pending.then(() => writeCalls(unwritten))
  }

  /** Changes what is stored of calls once everything that was seen so far is written. */
  function afterWrites(change: () => Promise<unknown>): void {
    pending = pending.then(change).then(
      () => {},
      (error: unknown) => log.error({ error: String(error) }, 'could not change what is stored of a call'),
    )
  }

  /** Deletes the rows whose retention time is over. */
  async function deleteOld(): Promise<void> {
    const before = await oldestKept()
    for (;;) {
      const old = store.selectFrom('call_facts').select('id').where('at', '<', before)
      const ids = (await old.limit(rowsPerDeletion).execute()).map(({ id }) => id)
      if (ids.length === 0) break
      await store.deleteFrom('call_facts').where('id', 'in', ids).execute()
      await yieldToEventLoop()
    }
    await deleteOldCorrections(store, before)
    await deleteOldDecisionFacts(store, await oldestCounted())
  }

  return {
    /** Adds calls that somebody watched until they ended. */
    addKeptCalls: (calls: readonly EndedKeptCall[]): void => add(calls.map((call) => sightingOfKeptCall(call))),

    /** Removes a call that was taken for ended and is in progress, unless the service itself said that it had ended. */
    removeKeptCall: (roomName: string): void =>
      afterWrites(() =>
        store.deleteFrom('call_facts').where('room_name', '=', roomName).where('state', '=', '').execute(),
      ),

    afterWrites,

    /** Adds a call whose end an event announced. @param workspace null: the event does not tell */
    addEvent: (announcement: Announcement, workspace: string | null): void =>
      add(sightingOfEvent(announcement, workspace, clock.now())),

    add,

    deleteOld,

    /** Resolves when everything that was seen so far is written. */
    settled: (): Promise<void> => pending,

    close(): Promise<void> {
      clearInterval(deleteTimer)
      clearTimeout(retryTimer)
      writeWaiting()
      return pending
    },
  }
}
