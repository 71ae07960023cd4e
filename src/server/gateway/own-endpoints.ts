/** The gateway's own endpoints: a total map, so that one of the contract without a handler is a type error. */
import {
  type Budget as BudgetAnswer,
  type Contract,
  gatewayEndpoints,
  lanes,
  type ParsedBodyOf,
  pageLimit,
} from '#contract/index.ts'
import { administrationHandlers } from './administration-endpoints.ts'
import type { Budget } from './budget.ts'
import { reserveOf } from './budget.ts'
import type { Clock } from './clock.ts'
import type { Effects, Settling } from './effects.ts'
import { body, type Handler, type OwnName, query } from './handling.ts'
import type { LaunchFields } from './launches.ts'
import { parseParams, parseUpload } from './parse.ts'
import type { Parts } from './parts.ts'
import { notFound, refusal } from './refusals.ts'
import { reviewHandlers } from './review-endpoints.ts'
import { answer, operatorOf, whoOf, workspaceOf } from './service-endpoints.ts'
import type { Read } from './snapshots.ts'
import { attentionOf } from './watcher.ts'

/** How a thing is counted among the used requests, most first. */
function counted(names: string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])
}

function budgetOf(budget: Budget, clock: Clock): BudgetAnswer {
  const now = clock.steady()
  const recent = budget.recent(now)
  const { lastRefusal } = budget
  return {
    perMinute: budget.rate.perMinute,
    used: recent.length,
    reserved: reserveOf(budget.rate.perMinute).all,
    byLane: Object.fromEntries(
      lanes.map((lane) => [lane, recent.filter((sent) => sent.lane === lane).length]),
    ) as BudgetAnswer['byLane'],
    byPage: counted(recent.map((sent) => sent.page)).map(([page, used]) => ({ page, used })),
    byOperator: counted(recent.map((sent) => sent.operator).filter(Boolean)).map(([name, used]) => ({ name, used })),
    nextReadIn: Math.max(0, (budget.nextAt('reads', now) - now) / 1000),
    pausedFor: Math.max(0, (budget.pausedUntil - now) / 1000),
    lastRefusal: lastRefusal === null ? null : Math.round(clock.now() - (now - lastRefusal)),
  }
}

const agentRead = (agentId: string): Read => ({ name: 'agentShow', params: { agentId }, query: {}, workspace: null })

/** A part of a number as the service looks for it. */
const numberPart = (text: string) => text.replace(/[\s().\-/]/g, '')

const numberSearch = (batchId: string, wanted: ParsedBodyOf<Contract['batchCallSearch']>): Read => ({
  name: 'batchCallList',
  params: { batchId },
  query: {
    page: wanted.page,
    limit: pageLimit.default,
    status: wanted.status,
    ...(numberPart(wanted.text) && { search: numberPart(wanted.text) }),
  },
  workspace: null,
})

/**
 * @returns a handler for each of the gateway's endpoints
 */
export function gatewayHandlers(parts: Parts): Record<OwnName, Handler> {
  const { sessions, registry, effects, launches, snapshots, clock } = parts
  return {
    ...reviewHandlers(parts),
    ...administrationHandlers(parts),

    sessionShow: async (c) => c.json(await sessions.show(c)),
    sessionSwitch: async (c) => c.json(await sessions.switchTo(c, (await body(c, 'sessionSwitch')).operatorId)),
    signIn: async (c) => c.json(await sessions.signIn(c, await body(c, 'signIn'))),
    signOut: async (c) => c.json(await sessions.signOut(c)),
    linkUse: async (c) => c.json(await sessions.linkUse(c, await body(c, 'linkUse'))),

    budgetShow: async (c) => c.json(budgetOf(parts.budget, clock)),

    liveCallList: async (c) => {
      const attention = attentionOf(c.req.header('priority'))
      return c.json(await parts.liveCalls.show(workspaceOf(c, parts), attention, whoOf(c), operatorOf(c).id))
    },

    batchList: async (c) => {
      const listed = await registry.list(query(c, 'batchList') as { page: number; limit: number })
      const nameless = listed.batches.find(({ agentId, agentName }) => agentId !== null && agentName === null)
      // One at a time; the next poll finds the name.
      if (nameless?.agentId) void snapshots.get(agentRead(nameless.agentId), whoOf(c)).catch(() => {})
      return c.json(listed)
    },
    batchFollow: async (c) => {
      const { batchId } = await body(c, 'batchFollow')
      const read: Read = { name: 'batchShow', params: { batchId }, query: {}, workspace: null }
      const { snapshot } = await snapshots.get(read, whoOf(c))
      if (snapshot.refusal) throw refusal(snapshot.refusal)
      const { agentId, progress } = snapshot.data as { agentId: string | null; progress: { startTime: number | null } }
      const startedAt = progress.startTime
      await registry.follow({ batchId, name: batchId, agentId, startedBy: null, startedAt, effectId: null })
      await registry.observe(read, snapshot)
      const known = await registry.find(batchId)
      if (!known) throw notFound()
      return c.json(known)
    },
    search: async (c) => c.json({ found: await registry.search((await body(c, 'search')).text) }),
    batchCallSearch: async (c) => {
      const { batchId = '' } = parseParams(c.req.param())
      const found = await snapshots.get(numberSearch(batchId, await body(c, 'batchCallSearch')), whoOf(c))
      if (found.snapshot.refusal) throw refusal(found.snapshot.refusal)
      return answer(c, found, snapshots.ageOf(found.snapshot))
    },

    launchStart: async (c) => {
      const { file, fields } = await parseUpload(gatewayEndpoints.launchStart, c.req.raw)
      const started = await launches.start({
        fields: fields as unknown as LaunchFields,
        file,
        key: c.req.header('idempotency-key'),
        operator: operatorOf(c),
        who: whoOf(c),
        workspace: workspaceOf(c, parts),
      })
      snapshots.makeOld('batchStart', {})
      return c.json(started)
    },

    effectList: async (c) =>
      c.json(await effects.list(query(c, 'effectList') as unknown as Parameters<Effects['list']>[0])),
    effectSettle: async (c) => {
      const { effectId = '' } = parseParams(c.req.param())
      const settling: Settling = await body(c, 'effectSettle')
      const settled = await effects.settle(await parts.decisions.effectOf(effectId), settling, operatorOf(c))
      await parts.decisions.noteSettled(settled.id, settling.happened)
      if (settled.happened && settling.batchId) {
        const { batchId } = settling
        await registry.follow({
          batchId,
          name: batchId,
          agentId: settled.ids.agentId ?? null,
          startedBy: settled.operator,
          startedAt: settled.at,
          effectId,
        })
      }
      return c.json(settled)
    },

    health: async (c) => c.json({ status: 'ok' }),
    ready: async (c) => {
      try {
        await parts.store.selectFrom('settings').select('name').limit(1).execute()
      } catch {
        throw refusal({ status: 503, code: 'not_ready', message: 'The database does not answer.' })
      }
      return c.json({ status: 'ready' })
    },
  }
}
