/**
 * Adds to kept calls how they ended, from answers of the service: the calls of a batch and its history. A result that contains a transcript
 * completes a call that nobody opened while it was in progress. A call that only the history or its own record knows is kept too, so that
 * its page can be opened and its words are found.
 */
import { sql } from 'kysely'
import { foldText } from '#contract/index.ts'
import { hasEnded } from '../cache/call-end.ts'
import { type Clock, dayMs } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'
import type { CallFactTable } from '../store/tables/facts.ts'
import { findBatchWorkspace } from './batch-workspace.ts'
import { type CallSighting, isAtOtherTime } from './call-sightings.ts'
import type { KeptCalls } from './kept/kept-calls.ts'
import { type KeptLine, withKnownTimes, withLinesReadAt, wordsOf } from './kept/kept-lines.ts'
import { emptySummary } from './tracked-call.ts'

/** Calls to one person in one batch: more than a row can have. */
const maxCallsOfPerson = 100
/** Calls whose agent is named in one transaction. */
const callsPerSlice = 25

/** @param deps.agentName the name of an agent, if it is known */
export function createKeptResults(deps: {
  keptCalls: Pick<KeptCalls, 'retention'>
  agentName: (id: string) => string | null
  workspaces: readonly { id: string }[]
  clock: Clock
}) {
  const { keptCalls, agentName, workspaces, clock } = deps
  const workspaceIds = workspaces.map(({ id }) => id)

  /** The workspace of a batch's call, which its record does not name. */
  const workspaceOf = (store: Store, batchId: string | null) =>
    workspaceIds.length === 1 ? workspaceIds[0] : batchId && findBatchWorkspace(store, batchId)

  /** Keeps a call that only the history or its own record knows, unless its retention time is over. */
  async function keepPastCall(store: Store, call: CallSighting): Promise<void> {
    const { source, roomName, agentId, batchId, jobId, number, startedAt, duration } = call
    const isRecord = source === 'batch' && call.transcript.length > 0
    const endedAt = call.endedAt ?? startedAt
    if (!(source === 'history' || isRecord) || roomName === null || startedAt === null || endedAt === null) return
    const workspace = call.workspace ?? (isRecord && (await workspaceOf(store, batchId)))
    if (!workspace) return
    const { days } = await keptCalls.retention(workspace, store)
    if (endedAt <= clock.now() - days * dayMs) return
    const agent = agentId === null ? '' : (agentName(agentId) ?? agentId)
    const customer = await nameIn(store, { batch_id: batchId, job_id: jobId })
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
        words: wordsOf(customer, agent, []),
        first_seen_at: startedAt,
        read_at: endedAt,
        ended_at: endedAt,
      })
      .onConflict((conflict) => conflict.columns(['workspace', 'room_name']).doNothing())
      .execute()
  }

  /** The name in the call's row of a batch; '' if it is unknown, or the row was not read yet. */
  async function nameIn(store: Store, call: Pick<CallFactTable, 'batch_id' | 'job_id'>): Promise<string> {
    if (call.batch_id === null || call.job_id === null) return ''
    const rows = store.selectFrom('batch_rows').select('name').where('batch_id', '=', call.batch_id)
    return (await rows.where('job_id', '=', call.job_id).executeTakeFirst())?.name ?? ''
  }

  const keptCallsIn = (store: Store) =>
    store
      .selectFrom('kept_calls')
      .select(['workspace', 'room_name', 'call', 'duration', 'batch_id', 'agent', 'customer', 'first_seen_at'])
      .limit(maxCallsOfPerson)

  // An event is never shown, and a row that waits to be called back has not ended.
  const tellsResult = ({ source, state }: CallSighting) => source !== 'event' && hasEnded({ state })

  return {
    /** Names the agents of some calls that were kept with the agent's ID only. Call in a transaction. @returns whether there may be more */
    async nameAgents(store: Store, names: ReadonlyMap<string, string>): Promise<boolean> {
      const unnamed = keptCallsIn(store)
        .where('workspace', 'in', workspaceIds)
        .where('agent', 'in', [...names.keys()])
      const calls = await unnamed.limit(callsPerSlice).execute()
      for (const { room_name, agent: id } of calls) {
        const agent = names.get(id) ?? id
        const update = store.updateTable('kept_calls').where('room_name', '=', room_name).where('agent', '=', id)
        await update.set({ agent, words: sql`words || ' ' || ${foldText(agent)}` }).execute()
      }
      return calls.length === callsPerSlice
    },

    /** The room of the kept call that a sighting of a batch is about, by its number and time; null: none, or it is unknown which of several. */
    async findRoom(store: Store, sighting: CallSighting): Promise<string | null> {
      const { batchId, number } = sighting
      if (batchId === null || number === '' || !tellsResult(sighting)) return null
      const ofPerson = keptCallsIn(store).where('batch_id', '=', batchId).where('phone', '=', number)
      const [found, ...others] = (await ofPerson.execute()).filter(
        ({ first_seen_at: at, duration }) => !isAtOtherTime({ at, duration }, sighting),
      )
      return others.length > 0 ? null : (found?.room_name ?? null)
    },

    /**
     * Adds to the kept call how it ended. Call in a transaction.
     *
     * @param fact what is known of the call, whatever told it
     */
    async add(store: Store, sighting: CallSighting, fact: CallFactTable): Promise<void> {
      const { source, batchId, duration, transcript } = sighting
      if (!tellsResult(sighting) || fact.room_name === null) return
      await keepPastCall(store, { ...sighting, roomName: fact.room_name, agentId: fact.agent_id })
      const [row, ...others] = await keptCallsIn(store)
        .select('lines')
        .where('room_name', '=', fact.room_name)
        .execute()
      if (!row || others.length > 0) return
      const known = JSON.parse(row.lines) as KeptLine[]
      // What somebody watched is in the row. The service's own text counts more, also if it only corrects a word.
      const hasText = source === 'batch' && transcript.length >= known.length
      const own = transcript.map((line): KeptLine => ({ line, seenAt: null }))
      const lines = hasText ? withKnownTimes(own, known) : known
      const agent = row.agent || (fact.agent_id && agentName(fact.agent_id)) || ''
      const customer = row.customer || (await nameIn(store, fact))
      await store
        .updateTable('kept_calls')
        .set({
          // When it began, for a call that was seen later.
          first_seen_at: Math.min(row.first_seen_at, fact.at),
          duration: duration ?? row.duration,
          batch_id: row.batch_id ?? batchId,
          agent,
          customer,
          words: wordsOf(customer, agent, lines),
          ...(hasText && { call: withLinesReadAt(JSON.parse(row.call) as object, clock.now()) }),
          lines: JSON.stringify(lines),
          line_count: lines.length,
        })
        .where('workspace', '=', row.workspace)
        .where('room_name', '=', row.room_name)
        .execute()
    },
  }
}
