/**
 * Adds to kept calls how they ended, from answers of the service: the calls of a batch and its history. A result that contains a transcript
 * completes a call that nobody opened while it was in progress. A call that only the history or its own record knows is kept too, so that
 * its page can be opened and its words are found.
 */

import { LRUCache } from 'lru-cache'
import { endStates, foldText } from '#contract/index.ts'
import { atMost } from '../shared/at-most.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import { findBatchWorkspace } from './batch-workspace.ts'
import { type CallSighting, isAtOtherTime, keyOf } from './call-sightings.ts'
import type { KeptCalls } from './kept/kept-calls.ts'
import type { KeptLine } from './kept/kept-lines.ts'
import { emptySummary } from './tracked-call.ts'

/** Calls whose outcome was written lately, so that polls of a batch do not write them again. */
const maxRememberedCalls = 20_000
/** Calls to one person in one batch: more than a row can have. */
const maxCallsOfPerson = 100
const dayMs = 24 * 3_600_000
/** The ID of a call, which is the end of its room's name after the agent's ID (interface 6). */
const callIdPattern = /^[a-z0-9]{10}$/

/** @param deps.agentName the name of an agent, if it is known */
export function createCallOutcomes(deps: {
  store: Store
  keptCalls: KeptCalls
  agentName: (id: string) => string | null
  workspaces: readonly { id: string }[]
  clock: Clock
  log: Log
}) {
  const { store, keptCalls, agentName, workspaces, clock, log } = deps
  const written = new LRUCache<string, true>(atMost(maxRememberedCalls))
  let pendingWrite: Promise<void> = Promise.resolve()

  /** The workspace and the room of a call that nobody watched; null for what is unknown. */
  async function placeOf({ source, workspace, roomName, batchId, callId, transcript, ...call }: CallSighting) {
    const isRecord = source === 'batch' && transcript.length > 0
    const place = { workspace: workspace ?? (isRecord ? await workspaceOf(batchId) : null) }
    const agentId = call.agentId ?? (batchId && (await findBatchAgent(batchId)))
    const hasRoomOfId = isRecord && agentId !== null && callIdPattern.test(callId ?? '')
    return { ...place, agentId, roomName: roomName ?? (hasRoomOfId ? `${agentId}-${callId}` : null), isRecord }
  }

  async function workspaceOf(batchId: string | null): Promise<string | null> {
    if (workspaces.length === 1) return workspaces[0]?.id ?? null
    return batchId === null ? null : findBatchWorkspace(store, batchId)
  }

  /** Keeps a call that only the history or its own record knows, unless its retention time is over. */
  async function keepPastCall(call: CallSighting): Promise<void> {
    const { source, batchId, jobId, number, startedAt, duration } = call
    const { workspace, roomName, agentId, isRecord } = await placeOf(call)
    const endedAt = call.endedAt ?? startedAt
    if (!(source === 'history' || isRecord) || workspace === null || roomName === null) return
    if (startedAt === null || endedAt === null) return
    const { days } = await keptCalls.retention(workspace)
    if (endedAt <= clock.now() - days * dayMs) return
    const agent = agentId === null ? '' : (agentName(agentId) ?? agentId)
    const customer = batchId === null || jobId === null ? '' : await findName(batchId, jobId)
    const summary = { ...emptySummary(roomName, number, agent), customerName: customer || null, duration }
    await store
      .insertInto('kept_calls')
      .values({
        workspace,
        room_name: roomName,
        batch_id: batchId,
        call: JSON.stringify(summary),
        lines: '[]',
        customer,
        phone: number,
        agent,
        sentiment: summary.sentiment,
        line_count: 0,
        words: foldText(`${customer} ${agent}`.trim()),
        first_seen_at: startedAt,
        read_at: endedAt,
        ended_at: endedAt,
      })
      .onConflict((conflict) => conflict.columns(['workspace', 'room_name']).doNothing())
      .execute()
  }

  /** The name in a row of a batch; '' if it is unknown. */
  async function findName(batchId: string, jobId: string): Promise<string> {
    const rows = store.selectFrom('batch_rows').select('name').where('batch_id', '=', batchId)
    return (await rows.where('job_id', '=', jobId).executeTakeFirst())?.name ?? ''
  }

  /** The name of the agent of a call that ended before it was read itself; '' if it is unknown. */
  async function findAgent({ batchId, agentId }: CallSighting): Promise<string> {
    const id = agentId ?? (batchId && (await findBatchAgent(batchId)))
    return (id && agentName(id)) || ''
  }

  async function findBatchAgent(batchId: string): Promise<string | null> {
    const query = store.selectFrom('known_batches').select('agent_id').where('batch_id', '=', batchId)
    return (await query.executeTakeFirst())?.agent_id ?? null
  }

  async function writeOutcome(call: CallSighting): Promise<void> {
    const { roomName, batchId, number, state, reason, duration, transcript } = call
    if (roomName === null && batchId === null) return
    await keepPastCall(call)
    const found = await store
      .selectFrom('kept_calls')
      .select(['workspace', 'room_name', 'line_count', 'words', 'duration', 'batch_id', 'agent', 'first_seen_at'])
      .$if(roomName !== null, (query) => query.where('room_name', '=', roomName ?? ''))
      .$if(roomName === null, (query) => query.where('batch_id', '=', batchId).where('phone', '=', number))
      .limit(maxCallsOfPerson)
      .execute()
    const [row, second] = found.filter(
      ({ first_seen_at: at, duration }) => roomName !== null || !isAtOtherTime({ at, duration }, call),
    )
    // Somebody who was called twice at about this time: it is unknown which call this is.
    if (!row || second) return
    const lines = transcript.map((line): KeptLine => ({ line, seenAt: null }))
    const isLonger = lines.length > row.line_count
    const agent = row.agent || (await findAgent(call))
    const newWords = [row.agent === '' ? agent : '', ...(isLonger ? transcript.map(({ content }) => content) : [])]
    await store
      .updateTable('kept_calls')
      .set({
        end_status: state,
        // A list does not have the outcome that the call itself has.
        ...(reason !== '' && { outcome: reason }),
        duration: duration ?? row.duration,
        batch_id: row.batch_id ?? batchId,
        agent,
        words: [row.words, foldText(newWords.join(' '))].join(' ').trim(),
        ...(isLonger && { lines: JSON.stringify(lines), line_count: lines.length }),
      })
      .where('workspace', '=', row.workspace)
      .where('room_name', '=', row.room_name)
      .execute()
  }

  async function writeOutcomes(calls: readonly CallSighting[]): Promise<void> {
    try {
      await keptCalls.write()
      for (const call of calls) await writeOutcome(call)
    } catch (error) {
      written.clear()
      log.debug({ error: String(error) }, 'could not write the outcomes of calls')
    }
  }

  return {
    /** Adds to kept calls how they ended. What cannot be written is learned from the next answer. */
    add(sightings: readonly CallSighting[]): void {
      const calls = sightings.filter((sighting) => {
        // A row that waits to be called back has not ended.
        if (!(endStates as readonly string[]).includes(sighting.state)) return false
        const key = keyOf(sighting)
        if (written.has(key)) return false
        written.set(key, true)
        return true
      })
      if (calls.length > 0) pendingWrite = pendingWrite.then(() => writeOutcomes(calls))
    },

    /** Waits until everything that was observed is written. */
    close: (): Promise<void> => pendingWrite,
  }
}
