/** The only taker of what answers, events and watching tell of calls: what came of each, and the details that are kept. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { SearchEntry } from '#contract/index.ts'
import type { Read } from '../cache/read.ts'
import { sightingsIn } from '../calls/call-sightings.ts'
import { changeCalls } from '../calls/kept/kept-call-rows.ts'
import { createKeptCalls } from '../calls/kept/kept-calls.ts'
import { createKeptResults } from '../calls/kept-results.ts'
import { entriesIn } from '../registry/search-index.ts'
import { createBatchRows } from './batch-rows.ts'
import { createCallFacts } from './call-facts.ts'

export type ObservedCalls = ReturnType<typeof createObservedCalls>

/** @param deps.agentName the name of an agent that was seen; null: it was not */
export function createObservedCalls(
  deps: Omit<Parameters<typeof createKeptCalls>[0], 'onEnded' | 'onFound'> &
    Omit<
      Parameters<typeof createCallFacts>[0],
      'isAgent' | 'beforeWrite' | 'findRoom' | 'onWritten' | 'retentionDays'
    > & {
      agentName: (id: string | null) => string | null
    },
) {
  const { workspaces, agentName, clock } = deps
  const facts = createCallFacts({
    ...deps,
    retentionDays: () => retentionDays(),
    isAgent: (id) => agentName(id) !== null,
    beforeWrite: () => Promise.all([keptCalls.write(), batchRows.settled()]),
    findRoom: (store, sighting) => keptResults.findRoom(store, sighting),
    onWritten: (store, sighting, row) => keptResults.add(store, sighting, row),
  })
  const keptCalls = createKeptCalls({ ...deps, onEnded: facts.addKeptCalls, onFound: facts.removeKeptCall })
  const keptResults = createKeptResults({ ...deps, keptCalls })
  /** The days of the workspace that keeps calls the longest. */
  const retentionDays = async () => {
    const kept = await Promise.all(workspaces.map(({ id }) => keptCalls.retention(id)))
    return Math.max(0, ...kept.map(({ days }) => days))
  }
  const batchRows = createBatchRows({ ...deps, retentionDays })

  /** Agents whose name is in all kept calls: those that are kept from now on have it. */
  const named = new Set<string>()
  function nameAgents(agents: readonly SearchEntry[]): void {
    // A name that is the ID of an agent would be replaced again.
    const ids = new Set(['', ...agents.map(({ id }) => id)])
    const unnamed = agents.filter(({ id, title }) => !ids.has(title) && !named.has(id))
    const names = new Map(unnamed.map(({ id, title }) => [id, title]))
    if (names.size > 0)
      facts.afterWrites(async () => {
        while (await changeCalls(deps.store, (store) => keptResults.nameAgents(store, names))) await yieldToEventLoop()
        for (const id of names.keys()) named.add(id)
      })
  }

  return {
    keptCalls,
    retentionDays,

    /** Takes what an answer of the service tells of calls. @param at when it was read, epoch ms */
    observe: (read: Read, data: unknown, at = clock.now()): void => {
      batchRows.observe(read, data, at)
      facts.add(sightingsIn(read, data, at))
      if (read.name === 'agentList' || read.name === 'agentShow') nameAgents(entriesIn(read.name, data))
    },

    addEvent: facts.addEvent,

    /** Resolves when everything that was seen so far is written. */
    writeSeen: async (): Promise<void> => {
      await Promise.all([keptCalls.write(), batchRows.settled()])
      await facts.settled()
    },

    /** Deletes what is older than its retention time. */
    deleteOld: async (): Promise<void> => {
      for (const one of [keptCalls, facts, batchRows]) await one.deleteOld()
    },

    async close(): Promise<void> {
      for (const one of [keptCalls, facts, batchRows]) await one.close()
    },
  }
}
