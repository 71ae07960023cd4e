/** Three ways to show live calls: the gateway, naive polling and React Query. All try to show data that is at most a second old. */
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { contract } from '#contract/index.ts'
import { createSnapshots } from '#server/gateway/cache/cached-reads.ts'
import { createChangeLog } from '#server/gateway/cache/change-log.ts'
import { createPoller } from '#server/gateway/cache/poller.ts'
import { type Read } from '#server/gateway/cache/read.ts'
import type { Clock } from '#server/gateway/shared/clock.ts'
import { createSilentLog } from '#server/gateway/shared/log.ts'
import { createBudget } from '#server/gateway/upstream/budget.ts'
import { createRequestService } from '#server/gateway/upstream/budgeted-request.ts'
import type { Upstream } from '#server/gateway/upstream/http-client.ts'
import { createOwnSlots } from '#server/gateway/upstream/request-log.ts'
import { createRequestQueue } from '#server/gateway/upstream/request-queue.ts'
import { createServiceHealth } from '#server/gateway/upstream/service-health.ts'
import type { Ask, Place, Way } from './simulation.ts'

const poll = 1_000
const perMinute = 60
const pathOf = (call: string) => `/v2/api/active-calls/${call}`

/** Opens each tab at a different time. */
const eachTab = <Owner extends { tabs: Place[][] }>(
  owners: Owner[],
  random: () => number,
  open: (tab: Place[], owner: Owner) => void,
) => {
  for (const owner of owners) for (const tab of owner.tabs) setTimeout(() => open(tab, owner), random() * 5_000)
}

/** A command that competes with all other requests. */
const among = (ask: Ask) => ({
  command: async (sent: () => void) => {
    sent()
    return (await ask('/v1/api/send-call')).status === 200
  },
})

const naive: Way = {
  name: 'naive polling',
  open(ask, operators, random) {
    eachTab(operators, random, (tab) => {
      for (const place of tab) {
        setInterval(async () => {
          const asked = Date.now()
          const { status } = await ask(pathOf(place.call))
          if (status === 200) place.readAt = asked
        }, poll)
      }
    })
    return among(ask)
  },
}

const reactQuery: Way = {
  name: 'React Query in each tab',
  open(ask, operators, random) {
    // React Query does not poll if it thinks it runs on a server.
    environmentManager.setIsServer(() => false)
    eachTab(operators, random, (tab) => {
      const client = new QueryClient()
      for (const place of tab) {
        const observer = new QueryObserver(client, {
          queryKey: [place.call],
          queryFn: async () => {
            const asked = Date.now()
            const { status } = await ask(pathOf(place.call))
            if (status !== 200) throw new Error(`${status}`)
            return asked
          },
          refetchInterval: poll,
        })
        observer.subscribe(({ data }) => {
          place.readAt = data ?? null
        })
      }
    })
    return among(ask)
  },
}

const clock: Clock = { now: () => Date.now(), steady: () => Date.now() }
/** The service's answer: the call that was requested, or an empty list of calls. The gateway refuses an answer about another call. */
const answerTo = (path: string) =>
  Buffer.from(
    JSON.stringify(path === contract.activeCallList.path ? { data: [] } : { roomName: path.split('/').at(-1) }),
  )

/** The gateway's modules, connected as in the gateway. */
const alone = { number: 1, isMember: () => true }

const gateway: Way = {
  name: 'Switchboard',
  open(ask, operators, random, listed) {
    let sentNow: (() => void) | null = null
    const upstream: Upstream = {
      host: '',
      async send({ kind, path }) {
        if (kind === 'command') sentNow?.()
        const { status, retryAfter } = await ask(path)
        const headers = retryAfter > 0 ? { 'retry-after': `${retryAfter}` } : {}
        return { kind: 'answer', status, headers, body: answerTo(path) }
      },
      close: async () => undefined,
    }
    const budget = createBudget({ perMinute, burst: 0 })
    const requestQueue = createRequestQueue(
      budget,
      clock.steady,
      createOwnSlots(async () => undefined),
    )
    const state = createServiceHealth()
    const changeLog = createChangeLog()
    const askGate = createRequestService({
      upstream,
      requestQueue,
      budget,
      serviceHealth: state,
      cluster: alone,
      clock,
      random,
    })
    const snapshots = createSnapshots({ requestService: askGate, serviceHealth: state, clock, changeLog })
    const poller = createPoller({ snapshots, budget, serviceHealth: state, clock, changeLog, log: createSilentLog() })
    const who = { operator: '', page: 'calls' }
    const common = { query: {}, workspace: 'main' }
    const wall: Read = { name: 'activeCallList', params: {}, ...common }
    const readOf = ({ call, focus }: Place): Read =>
      listed && !focus ? wall : { name: 'activeCallShow', params: { roomName: call }, ...common }

    eachTab(operators, random, (tab, { name }) => {
      const looks = tab.map((place) => ({ place, read: readOf(place) }))
      setInterval(async () => {
        for (const { place, read } of looks) {
          poller.markViewed(read, place.focus ? 'focus' : 'visible', name)
          // A page waits for its first answer. The wall shows what is available.
          const shown = place.focus ? (await snapshots.get(read, who)).snapshot : snapshots.peek(read)
          place.readAt = shown?.readAt ?? null
        }
      }, poll)
    })
    return {
      async command(sent) {
        sentNow = sent
        const command = { kind: 'command', method: 'POST', path: '/v1/api/send-call', workspace: 'main' } as const
        const answer = await askGate(command, 'commands', who, 0).catch(() => null)
        return answer?.kind === 'answer' && answer.status === 200
      },
    }
  },
}

export const ways = { gateway, naive, reactQuery }
