/** Endpoints of calls: live calls, the rules about which of them need a look, calls that ended, placing a call, and the placed calls. */
import { randomUUID } from 'node:crypto'
import type { CallOutcome, ConcernRules, ListedCall, LiveCall } from '#contract/index.ts'
import { attentionOf } from '../cache/views.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { GatewayContext } from '../http/context.ts'
import { type Handler, parseId, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { operatorOf, requesterOf, workspaceOf } from '../http/request.ts'
import type { Registry } from '../registry/registry.ts'
import type { Workspace } from '../shared/configuration.ts'
import { createCallNotices } from './call-notices.ts'
import { createCallViewers } from './call-viewers.ts'
import { createCallNotes } from './kept/call-notes.ts'
import { maxFoundCalls } from './kept/kept-call-list.ts'
import type { KeptCalls } from './kept/kept-calls.ts'
import type { PlacedCalls } from './placed-calls.ts'

type KeptCallQuery = Parameters<KeptCalls['list']>[1]

export function callRoutes(
  deps: Parameters<typeof createCallNotes>[0] &
    Parameters<typeof createCallViewers>[0] &
    Parameters<typeof createCallNotices>[0] & {
      keptCalls: KeptCalls
      placedCalls: PlacedCalls
      registry: Pick<Registry, 'findCall' | 'nameOf'>
      /** What people say came of calls, by their rooms. */
      correctedOutcomes: (roomNames: readonly string[]) => Promise<ReadonlyMap<string, CallOutcome>>
      /** Deletes what is older than its retention time. */
      deleteOldCalls: () => Promise<void>
      workspaces: readonly Workspace[]
      cached: AnswerCache
    },
) {
  const { liveCalls, keptCalls, placedCalls, concernSetting, snapshots, cached } = deps
  const callNotes = createCallNotes(deps)
  const callViewers = createCallViewers(deps)
  const callNotices = createCallNotices(deps)
  /** A call is kept with the ID of an agent whose name nobody had read yet. */
  const nameOfAgent = (agent: string) => deps.registry.nameOf('agent', agent) ?? agent
  const named = (calls: readonly ListedCall[]) =>
    calls.map((call) => ({ ...call, agentName: nameOfAgent(call.agentName) }))
  const callOf = (c: GatewayContext) => ({ workspace: workspaceOf(c, deps), roomName: parseId(c, 'roomName') })
  return {
    liveCallList: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps) }),
      onRequest: (c) =>
        liveCalls.markViewed(
          workspaceOf(c, deps),
          attentionOf(c.req.header('priority')),
          requesterOf(c),
          operatorOf(c).id,
        ),
      answer: async ({ workspace }) => {
        const wall = liveCalls.show(workspace, await concernSetting.current(workspace))
        const corrected = await deps.correctedOutcomes(wall.calls.map(({ roomName }) => roomName))
        const calls = wall.calls.map((call): LiveCall => {
          const outcome = corrected.get(call.roomName)
          return outcome ? { ...call, outcome, outcomeSource: 'person' } : call
        })
        return { ...wall, calls }
      },
    }),
    concernRulesShow: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps) }),
      answer: ({ workspace }) => concernSetting.get(workspace),
    }),
    concernRulesChange: async (c) => {
      const changes = (await parseJsonBody(c, 'concernRulesChange')) as Partial<ConcernRules>
      return c.json(await concernSetting.change(workspaceOf(c, deps), changes, operatorOf(c)))
    },
    callNoticeList: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps) }),
      onRequest: (c) => callNotices.refresh(workspaceOf(c, deps), requesterOf(c)),
      answer: async ({ workspace }) => ({ calls: await callNotices.list(workspace) }),
    }),
    keptCallShow: async (c) => {
      const { workspace, roomName } = callOf(c)
      const kept = await keptCalls.show(workspace, roomName)
      // A link to a call that is not kept leads to its customer, if the registry knows the call.
      const known = kept ? undefined : await deps.registry.findCall(roomName)
      const seen = known ? { customerName: known.customer, phone: known.phone, agentName: known.agent } : null
      if (kept) kept.call.aiAgentName = nameOfAgent(kept.call.aiAgentName)
      return c.json({ kept, seen, isPlaced: await placedCalls.has(roomName) })
    },
    keptCallList: cached({
      argsOf: (c) => ({
        workspace: workspaceOf(c, deps),
        query: parseQueryOf(c, 'keptCallList') as unknown as KeptCallQuery,
      }),
      onRequest: () => keptCalls.write(),
      answer: async ({ workspace, query }) => {
        const { calls, pagination } = await keptCalls.list(workspace, query, liveCalls.findLive(workspace))
        return { calls: named(calls), pagination }
      },
    }),
    keptCallSearch: async (c) => {
      const { text, ...filter } = await parseJsonBody(c, 'keptCallSearch')
      const workspace = workspaceOf(c, deps)
      const calls = await keptCalls.search(workspace, text, filter, liveCalls.findLive(workspace))
      return c.json({ calls: named(calls), hasMore: calls.length === maxFoundCalls })
    },
    callNoteList: cached({
      argsOf: callOf,
      onRequest: (c) => {
        if (attentionOf(c.req.header('priority')) !== 'background') callViewers.mark(callOf(c), operatorOf(c))
        return keptCalls.write()
      },
      answer: async (call) => ({ ...(await callNotes.list(call)), viewers: callViewers.list(call) }),
    }),
    callNoteAdd: async (c) => {
      const { text } = await parseJsonBody(c, 'callNoteAdd')
      const key = c.req.header('idempotency-key') ?? randomUUID()
      await keptCalls.write()
      return c.json(await callNotes.add(callOf(c), { text, key }, operatorOf(c)))
    },
    callNoteDelete: async (c) =>
      c.json({ deleted: await callNotes.remove(callOf(c), parseId(c, 'noteId'), operatorOf(c)) }),
    callRetentionShow: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps) }),
      answer: ({ workspace }) => keptCalls.retention(workspace),
    }),
    callRetentionChange: async (c) => {
      const retention = await parseJsonBody(c, 'callRetentionChange')
      const changed = await keptCalls.changeRetention(workspaceOf(c, deps), retention, operatorOf(c))
      await deps.deleteOldCalls()
      return c.json(changed)
    },
    callPlace: async (c) => {
      const { agentId, toNumber, again: isConfirmed = false, hoursReason } = await parseJsonBody(c, 'callPlace')
      const caller = { operator: operatorOf(c), key: c.req.header('idempotency-key'), requester: requesterOf(c) }
      try {
        const workspace = workspaceOf(c, deps)
        return c.json(
          (await placedCalls.place({ agentId, toNumber, isConfirmed, hoursReason, ...caller, workspace })) as object,
        )
      } finally {
        snapshots.invalidate('callSend', {})
      }
    },
    placedCallList: cached({ argsOf: () => ({}), answer: async () => ({ calls: await placedCalls.list() }) }),
  } satisfies Record<string, Handler>
}
