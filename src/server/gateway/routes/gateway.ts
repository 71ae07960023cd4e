/** The gateway's own endpoints: a total map, so that one of the contract without a handler is a type error. */
import {
  type Budget as BudgetAnswer,
  type Contract,
  gatewayEndpoints,
  lanes,
  type ParsedBodyOf,
  pageLimit,
  signatureHeader,
} from '#contract/index.ts'
import { searchDigits } from '#phone/search-digits.ts'
import { attentionOf } from '../cache/poller.ts'
import type { Read } from '../cache/read.ts'
import { body, type Handler, type OwnName, query } from '../http/handler.ts'
import { bytesOf, parseParams } from '../http/parse.ts'
import { operatorOf, ownAddress, whoOf, workspaceOf } from '../http/request.ts'
import type { Effects, Settling } from '../ledger/effects.ts'
import { mayReadMetrics } from '../operations/metrics.ts'
import { refusal } from '../shared/refusals.ts'
import { reserveOf } from '../upstream/budget.ts'
import { administrationHandlers } from './administration.ts'
import { batchHandlers } from './batches.ts'
import { countsOf } from './counts.ts'
import type { Parts } from './deps.ts'
import { openSessionHandlers } from './open-sessions.ts'
import { reviewHandlers } from './review.ts'
import { answer } from './service.ts'

/** How a thing is counted among the used requests, most first. */
function counted(names: string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])
}

function budgetOf({ budget, clock, watcher }: Parts): BudgetAnswer {
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
    nextCancelIn: Math.max(0, (budget.nextAt('cancel', now) - now) / 1000),
    pausedFor: Math.max(0, (budget.pausedUntil - now) / 1000),
    lastRefusal: lastRefusal === null ? null : Math.round(clock.now() - (now - lastRefusal)),
    forecast: watcher.forecast(),
  }
}

/** A part of a number as the service looks for it: in E.164, however it was typed. */
const numberPart = (text: string) => searchDigits(text)[0] ?? text.replace(/[\s().\-/]/g, '')

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
  const { sessions, registry, effects, snapshots } = parts
  return {
    ...reviewHandlers(parts),
    ...administrationHandlers(parts),
    ...batchHandlers(parts),
    ...openSessionHandlers(parts),

    sessionShow: async (c) => c.json(await sessions.show(c)),
    sessionSwitch: async (c) => c.json(await sessions.switchTo(c, (await body(c, 'sessionSwitch')).operatorId)),
    signIn: async (c) => c.json(await sessions.signIn(c, await body(c, 'signIn'))),
    signOut: async (c) => c.json(await sessions.signOut(c)),
    linkCheck: async (c) => c.json(await sessions.linkCheck(c, await body(c, 'linkCheck'))),
    linkUse: async (c) => c.json(await sessions.linkUse(c, await body(c, 'linkUse'))),

    providerSignIn: async (c) => c.json(await sessions.providerBegin(c, await body(c, 'providerSignIn'))),
    providerReturn: async (c) => c.redirect(await sessions.providerReturn(c), 303),

    countShow: async (c) =>
      c.json(await countsOf(parts, { workspace: workspaceOf(c, parts), who: whoOf(c), operator: operatorOf(c) })),
    budgetShow: async (c) => c.json(budgetOf(parts)),

    liveCallList: async (c) => {
      const attention = attentionOf(c.req.header('priority'))
      return c.json(await parts.liveCalls.show(workspaceOf(c, parts), attention, whoOf(c), operatorOf(c).id))
    },

    search: async (c) => c.json({ found: await registry.search((await body(c, 'search')).text) }),
    batchCallSearch: async (c) => {
      const { batchId = '' } = parseParams(c.req.param())
      const found = await snapshots.get(numberSearch(batchId, await body(c, 'batchCallSearch')), whoOf(c))
      if (found.snapshot.refusal) throw refusal(found.snapshot.refusal)
      return answer(c, found, snapshots.ageOf(found.snapshot))
    },

    effectList: async (c) =>
      c.json(await effects.list(query(c, 'effectList') as unknown as Parameters<Effects['list']>[0], operatorOf(c))),
    effectSettle: async (c) => {
      const { effectId = '' } = parseParams(c.req.param())
      const settling: Settling = await body(c, 'effectSettle')
      const settled = await effects.settle(await parts.decisions.effectOf(effectId), settling, operatorOf(c))
      await parts.decisions.noteSettled(settled.id, settling.happened)
      // It is settled, whether or not the disk lets go of the rest.
      await parts.rechecks.forget(settled.id).catch(() => {})
      await parts.writes.forget(settled.id)
      await parts.rests.settled(settled.id, settling.happened, settling.batchId)
      if (!settling.happened) await parts.contacts.forget(settled.id)
      else if (!settling.batchId) await parts.contacts.ended(settled.id)
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

    webhookReceive: async (c) => {
      const signature = c.req.header(signatureHeader)
      const { workspace } = query(c, 'webhookReceive') as { workspace?: string }
      await parts.webhooks.receive(Buffer.from(await bytesOf(c.req.raw)), signature, workspace)
      return c.body(null, 204)
    },
    webhookShow: async (c) =>
      c.json(parts.webhooks.show(`${ownAddress(c, parts)}${gatewayEndpoints.webhookReceive.path}`)),

    health: async (c) => c.json({ status: 'ok' }),
    ready: async (c) => c.json(await parts.readiness.check()),
    metricsShow: async (c) => {
      mayReadMetrics(c, parts.configuration)
      const { text, contentType } = await parts.metrics.show()
      c.header('content-type', contentType)
      return c.body(text)
    },
  }
}
