/** Three strategies to show live calls: the gateway, naive polling and React Query. All try to show data that is at most a second old. */
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { contract } from '#contract/index.ts'
import { createSnapshots } from '#server/gateway/cache/cached-reads.ts'
import { createChangeLog } from '#server/gateway/cache/change-log.ts'
import { createPoller } from '#server/gateway/cache/poller.ts'
import { type Read } from '#server/gateway/cache/read.ts'
import { freshnessOf } from '#server/gateway/cache/read-rules.ts'
import { createOutcomeReads } from '#server/gateway/outcome-reads/outcome-reads.ts'
import type { Clock } from '#server/gateway/shared/clock.ts'
import { createSilentLog } from '#server/gateway/shared/log.ts'
import { createBudget } from '#server/gateway/upstream/budget.ts'
import { createRequestService } from '#server/gateway/upstream/budgeted-request.ts'
import type { Upstream } from '#server/gateway/upstream/http-client.ts'
import { createOwnSlots } from '#server/gateway/upstream/request-log.ts'
import { createRequestQueue } from '#server/gateway/upstream/request-queue.ts'
import { createServiceHealth } from '#server/gateway/upstream/service-health.ts'
import { recordPath, type SendRequest, type ShownCall, type Strategy } from './simulation.ts'

const pollIntervalMs = 1_000
/** How often the page with the queue asks the gateway. */
const queuePollMs = 1_500
const perMinute = 60
const pathOf = (call: string) => `/v2/api/active-calls/${call}`

/** Opens each tab at a different time. */
const openEachTab = <Owner extends { tabs: ShownCall[][] }>(
  owners: Owner[],
  random: () => number,
  open: (tab: ShownCall[], owner: Owner) => void,
) => {
  for (const owner of owners) for (const tab of owner.tabs) setTimeout(() => open(tab, owner), random() * 5_000)
}

/** Sends a command like any other request, without priority. */
const withoutPriority = (sendRequest: SendRequest) => ({
  command: async (sent: () => void) => {
    sent()
    return (await sendRequest('/v1/api/send-call')).status === 200
  },
})

const naivePolling: Strategy = {
  name: 'naive polling',
  open(sendRequest, operators, random) {
    openEachTab(operators, random, (tab) => {
      for (const shownCall of tab) {
        setInterval(async () => {
          const requestedAt = Date.now()
          const { status } = await sendRequest(pathOf(shownCall.callId))
          if (status === 200) shownCall.readAt = requestedAt
        }, pollIntervalMs)
      }
    })
    return withoutPriority(sendRequest)
  },
}

const reactQuery: Strategy = {
  name: 'React Query in each tab',
  open(sendRequest, operators, random) {
    // React Query does not poll if it thinks it runs on a server.
    environmentManager.setIsServer(() => false)
    openEachTab(operators, random, (tab) => {
      const client = new QueryClient()
      for (const shownCall of tab) {
        const observer = new QueryObserver(client, {
          queryKey: [shownCall.callId],
          queryFn: async () => {
            const requestedAt = Date.now()
            const { status } = await sendRequest(pathOf(shownCall.callId))
            if (status !== 200) throw new Error(`${status}`)
            return requestedAt
          },
          refetchInterval: pollIntervalMs,
        })
        observer.subscribe(({ data }) => {
          shownCall.readAt = data ?? null
        })
      }
    })
    return withoutPriority(sendRequest)
  },
}

const clock: Clock = { now: () => Date.now(), steady: () => Date.now() }
/** The service's answer: the call or conversation that was requested, or an empty list of calls. The gateway refuses an answer about another. */
function answerBodyFor(path: string): Buffer {
  const id = path.split('/').at(-1)
  if (path === contract.conversationList.path) return Buffer.from('[]')
  if (path.startsWith(recordPath)) return Buffer.from(JSON.stringify({ jobId: id, status: 'completed', metadata: {} }))
  return Buffer.from(JSON.stringify(path === contract.activeCallList.path ? { data: [] } : { roomName: id, _id: id }))
}

/** The gateway's modules, connected as in the gateway. */
const singleGatewayCluster = { number: 1, isMember: () => true }

const gateway: Strategy = {
  name: 'Switchboard',
  open(sendRequest, operators, random, canListCalls) {
    let onCommandSent: (() => void) | null = null
    const onSent = new Map<string, () => void>()
    const upstream: Upstream = {
      host: '',
      async send({ kind, path }) {
        if (kind === 'command') onCommandSent?.()
        onSent.get(path)?.()
        const { status, retryAfterSeconds } = await sendRequest(path)
        const headers = retryAfterSeconds > 0 ? { 'retry-after': `${retryAfterSeconds}` } : {}
        return { kind: 'answer', status, headers, body: answerBodyFor(path) }
      },
      close: async () => undefined,
    }
    const budget = createBudget({ perMinute, burst: 0 })
    const requestQueue = createRequestQueue(
      budget,
      clock.steady,
      createOwnSlots(async () => undefined),
    )
    const serviceHealth = createServiceHealth()
    const changeLog = createChangeLog()
    const requestService = createRequestService({
      upstream,
      requestQueue,
      budget,
      serviceHealth,
      cluster: singleGatewayCluster,
      clock,
      random,
    })
    const snapshots = createSnapshots({ requestService, serviceHealth, clock, changeLog })
    const poller = createPoller({ snapshots, budget, serviceHealth, clock, changeLog, log: createSilentLog() })
    const requester = { operator: '', page: 'calls' }
    const commonFields = { query: {}, workspace: 'main' }
    const readOfWall: Read = { name: 'activeCallList', params: {}, ...commonFields }
    const readOf = ({ callId, isInFocus, isConversation }: ShownCall): Read => {
      if (isConversation) return { name: 'conversationShow', params: { conversationId: callId }, ...commonFields }
      return canListCalls && !isInFocus
        ? readOfWall
        : { name: 'activeCallShow', params: { roomName: callId }, ...commonFields }
    }

    openEachTab(operators, random, (tab, { name }) => {
      setInterval(async () => {
        for (const shownCall of tab) {
          const read = readOf(shownCall)
          poller.markViewed(read, shownCall.isInFocus ? 'focus' : 'visible', name)
          // The page of a call waits for its first answer. The wall shows what is cached.
          const snapshot = shownCall.isInFocus ? (await snapshots.get(read, requester)).snapshot : snapshots.peek(read)
          shownCall.readAt = snapshot?.readAt ?? null
        }
      }, pollIntervalMs)
    })
    return {
      async command(sent) {
        onCommandSent = sent
        const command = { kind: 'command', method: 'POST', path: '/v1/api/send-call', workspace: 'main' } as const
        const answer = await requestService(command, 'commands', requester, 0).catch(() => null)
        return answer?.kind === 'answer' && answer.status === 200
      },
      async openPage(conversationId, sent) {
        onSent.set(`/v1/api/conversations/${conversationId}`, sent)
        const read: Read = { name: 'conversationShow', params: { conversationId }, ...commonFields }
        await snapshots.get(read, requester).catch(() => undefined)
      },
      readEnded(calls) {
        createOutcomeReads({
          works: [
            {
              next: async () => {
                const unread = calls.filter(({ readAt }) => readAt === null)
                // As the gateway does, the newest batch first.
                const latest = unread.toReversed().toSorted((one, other) => other.batch - one.batch)[0]
                if (!latest) return null
                const params = { batchId: `b${latest.batch}`, jobId: latest.jobId }
                return { name: 'batchCallShow', params, query: {}, workspace: null }
              },
              onAnswer: async ({ params }) => {
                const call = calls.find(({ jobId }) => jobId === params.jobId)
                if (call) call.readAt = Date.now()
              },
              onFailure: () => undefined,
              onMore: () => undefined,
            },
          ],
          snapshots,
          share: async () => 0.5,
          requestService,
          budget,
          poller,
          serviceHealth,
          cluster: { isLeader: () => true },
          clock,
          log: createSilentLog(),
        })
      },
      openQueue() {
        const list: Read = { name: 'conversationList', params: {}, ...commonFields }
        const queueRequester = { operator: '', page: 'review' }
        setInterval(() => {
          const cached = snapshots.peek(list)
          const isDue =
            !cached ||
            snapshots.ageOf(cached) > freshnessOf('conversationList').snapshotMs ||
            snapshots.isOutdated(list, cached)
          if (isDue) void snapshots.refresh(list, 'watching', queueRequester, 0).catch(() => undefined)
        }, queuePollMs)
        let decisions = 0
        return async () => {
          const conversationId = `conversation-${decisions++}`
          const read: Read = { name: 'conversationShow', params: { conversationId }, ...commonFields }
          const path = `/v1/api/conversations/${conversationId}/message/m/action`
          const command = { kind: 'command', method: 'POST', path, workspace: 'main' } as const
          await snapshots.readFresh(read, 'commands', queueRequester, 0).catch(() => undefined)
          await requestService(command, 'commands', queueRequester, 0).catch(() => null)
          snapshots.invalidate('messageAction', { conversationId })
        }
      },
    }
  },
}

export const strategies = { gateway, naive: naivePolling, reactQuery }
