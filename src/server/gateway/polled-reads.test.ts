/** Tests polls: one without a change is answered without a body and without a database statement; the next one after a change shows it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  type ChangedRows,
  contract,
  type Draft,
  type EndpointDefinition,
  type gatewayEndpoints,
  withChangedRows,
} from '#contract/index.ts'
import { shareChanges } from '#server/database/changes.ts'
import { claimLeaseMs } from './review/claims.ts'
import type { Store } from './store/store.ts'
import { postDecision, scriptDrafts } from './testing/review.ts'
import { openTestStore } from './testing/store.ts'
import {
  acceptBatches,
  batchForm,
  callBackAnswer,
  callRequest,
  createTestClock,
  type openBrowser,
  placedCallAnswer,
  type Script,
  startGatewayWithService,
} from './testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>

/** The statements of the code that runs in this context, without those of concurrent work. */
const statementLog = new AsyncLocalStorage<string[]>()
function logStatements(store: Store): Store {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statementLog.getStore()?.push(JSON.stringify(node).slice(0, 500))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return shareChanges(store.withPlugin(plugin), store)
}

/** A service with two drafts that starts batches and places calls, with one call in progress. */
const script =
  (scriptedDrafts: ReturnType<typeof scriptDrafts>): Script =>
  (received) =>
    scriptedDrafts.script(received) ??
    acceptBatches(received) ??
    (received.path === '/api/v1/calls/call' ? { body: placedCallAnswer } : undefined) ??
    (received.path === '/v1/api/batch-calls/batch_9/calls/j1'
      ? { body: { jobId: 'j1', status: 'failed', phone_number: '+19075550100', callId: 'c1', error: 'Busy' } }
      : undefined) ??
    (received.path === '/v1/api/batch-calls/batch_9/calls/j2' ? { body: callBackAnswer } : undefined) ??
    (received.path === '/v2/api/active-calls/a1-r1'
      ? { body: { roomName: 'a1-r1', sentiment: 'negative', participants: [], transcript: [] } }
      : undefined)

const people = Array.from({ length: 12 }, (_, at) => `+19075550${100 + at},Ava`)
const file = `phone_number,first_name\n${people.join('\n')}\n`

async function openWorld(drafts = 2) {
  const scriptedDrafts = scriptDrafts(drafts)
  const time = createTestClock()
  const made = await startGatewayWithService(script(scriptedDrafts), {
    store: logStatements(await openTestStore()),
    clock: time,
  })
  const priya = await made.browser().signInAsDemo('ready-reviewer')
  const tomas = await made.browser().signInAsDemo('ready-campaign-manager')
  await priya.get('/gateway/review-queue')
  return { ...made, scriptedDrafts, time, priya, tomas }
}
type World = Awaited<ReturnType<typeof openWorld>>

type GatewayEndpoints = typeof gatewayEndpoints
type GatewayRead = {
  [N in keyof GatewayEndpoints]: GatewayEndpoints[N]['method'] extends 'GET' ? N : never
}[keyof GatewayEndpoints]
interface Case {
  /** If it differs from the endpoint's path. */
  path?: (world: World) => Promise<string> | string
  /** An action of somebody else that changes the answer. */
  change: (world: World) => Promise<unknown>
}

const stop = ({ browser }: World) =>
  browser()
    .signInAsDemo()
    .then((other) => other.post('/gateway/stop-switch', { reason: 'A wrong list' }))
const placeCall = ({ tomas }: World) =>
  tomas.post('/gateway/calls', { ...callRequest, again: true }, { key: crypto.randomUUID() })
const start = ({ tomas }: World, more = {}) =>
  tomas.post('/gateway/launches', batchForm(file, more), { key: crypto.randomUUID() })
const needApproval = ({ grace }: World) =>
  grace.request('PUT', '/gateway/calling-rules', { body: { approval: { above: 2 } } })
const askApproval = async (world: World) => {
  await needApproval(world)
  return (await world.tomas.post('/gateway/approvals', batchForm(file), { key: 'k1' })).json as unknown as {
    approvalId: string
  }
}

const addMessage = async ({ scriptedDrafts, priya }: World) => {
  scriptedDrafts.addCustomerMessage('c1')
  return priya.get('/v1/api/conversations/c1', { headers: { 'cache-control': 'no-cache' } })
}

/** Reads that no page polls: read once, for a file, or without a cache. */
const unpolled = [
  'accountShow',
  'agentUseShow',
  'backupList',
  'batchExportFile',
  'batchResultList',
  'callCountList',
  'countedCallList',
  'countedDecisionList',
  'callCostList',
  'decisionCountList',
  'deletedRecordList',
  'doNotCallList',
  'draftsOverTimeShow',
  'filterNameShow',
  'health',
  'historyExport',
  'keptCallShow',
  'metricsShow',
  'providerReturn',
  'ready',
  'requestCountList',
  'reviewContextShow',
  'serviceDriftShow',
  'simulationDeliveryList',
  'simulationShow',
  'versionList',
  'versionShow',
  'waitingDraftList',
  'webhookShow',
] as const

/** Every polled read of the gateway. A new read is a type error until it is here or in the list above. */
const polled: Record<Exclude<GatewayRead, (typeof unpolled)[number]>, Case> = {
  operatorShow: {
    path: () => '/gateway/operators/ready-admin',
    change: async ({ browser }) => {
      const grace = await browser().signInAsDemo()
      return grace.post('/gateway/operators', { roles: ['support'] })
    },
  },
  approvalList: { change: askApproval },
  approvalShow: {
    path: async (world) => `/gateway/approvals/${(await askApproval(world)).approvalId}`,
    change: async ({ tomas, ...world }) => {
      const { approvals } = (await world.grace.get('/gateway/approvals')).json as unknown as {
        approvals: { approvalId: string }[]
      }
      return tomas.request('DELETE', `/gateway/approvals/${approvals[0]?.approvalId}`)
    },
  },
  batchExportList: {
    path: () => '/gateway/batches/batch_1/exports',
    // The same person in another browser, since nobody else sees their exports.
    change: async ({ browser }) =>
      (await browser().signInAsDemo()).post('/gateway/batches/batch_1/exports', { status: 'all', form: 'report' }),
  },
  batchList: { change: start },
  batchResultShow: {
    path: () => '/gateway/batches/batch_9/results',
    change: ({ priya }) => priya.get('/v1/api/batch-calls/batch_9/calls/j1'),
  },
  budgetShow: { change: ({ priya }) => priya.get('/api/v1/agents/a1') },
  callNoticeList: { change: ({ priya }) => priya.get('/v2/api/active-calls/a1-r1') },
  callNoteList: {
    path: async ({ priya }) => {
      await priya.get('/v2/api/active-calls/a1-r1')
      return '/gateway/call-notes/a1-r1'
    },
    change: ({ tomas }) => tomas.post('/gateway/call-notes/a1-r1', { text: 'Wants a call back.' }),
  },
  callOutcomeShow: {
    path: async ({ priya }) => {
      await priya.get('/v2/api/active-calls/a1-r1')
      return '/gateway/call-outcomes/a1-r1'
    },
    change: ({ grace }) => grace.request('PUT', '/gateway/call-outcomes/a1-r1', { body: { outcome: 'said_no' } }),
  },
  callBackList: {
    path: () => '/gateway/call-backs',
    change: ({ priya }) => priya.get('/v1/api/batch-calls/batch_9/calls/j2'),
  },
  callingRulesShow: { change: needApproval },
  concernRulesShow: {
    change: ({ grace }) => grace.request('PUT', '/gateway/call-concerns', { body: { longCallMinutes: 5 } }),
  },
  reviewRulesShow: {
    change: ({ grace }) => grace.request('PUT', '/gateway/review-rules', { body: { isReasonRequired: true } }),
  },
  snippetsShow: {
    change: ({ grace }) =>
      grace.request('PUT', '/gateway/snippets', {
        body: { snippets: [{ name: 'Hours', text: 'Until 18:00.' }], replaced: [] },
      }),
  },
  figureRetentionShow: {
    change: ({ grace }) => grace.request('PUT', '/gateway/figure-retention', { body: { days: 90 } }),
  },
  outcomeShareShow: {
    change: ({ grace }) => grace.request('PUT', '/gateway/outcome-share', { body: { percent: 20 } }),
  },
  callPricesShow: {
    change: ({ grace }) =>
      grace.request('PUT', '/gateway/call-prices', {
        body: { currency: 'EUR', billing: 'second', perMinute: 0.1, countries: [], perMessage: null },
      }),
  },
  callRetentionShow: { change: ({ grace }) => grace.request('PUT', '/gateway/call-retention', { body: { days: 7 } }) },
  conversationSeen: { change: addMessage },
  countShow: { change: ({ priya }) => postDecision(priya, { holdSeconds: 30 }) },
  decisionList: { change: ({ priya }) => postDecision(priya, { holdSeconds: 30 }) },
  effectList: { change: stop },
  historyList: { change: stop },
  keptCallList: { change: placeCall },
  liveCallList: { change: placeCall },
  openSessionList: { change: ({ browser }) => browser().signInAsDemo() },
  operatorList: {
    change: ({ browser }) =>
      browser()
        .signInAsDemo()
        .then((other) => other.post('/gateway/operators', { roles: ['support'] })),
  },
  operatorSessionList: {
    path: () => '/gateway/operators/ready-reviewer/sessions',
    change: ({ browser }) => browser().signInAsDemo('ready-reviewer'),
  },
  personShow: {
    path: async ({ tomas }) => {
      const { json } = await tomas.post('/gateway/people', { address: callRequest.toNumber })
      return `/gateway/people/${String(json.personId)}`
    },
    change: placeCall,
  },
  placedCallList: { change: placeCall },
  preparedBatchList: { change: (world) => start(world, { first: '10' }) },
  ownDecisionList: {
    path: () => '/gateway/decisions/own?since=0',
    change: ({ grace }) => postDecision(grace, { holdSeconds: 30 }),
  },
  reviewConversationShow: { path: () => '/gateway/review-queue/c1', change: addMessage },
  reviewQueue: {
    change: ({ priya }) => priya.post('/gateway/claims', { conversationId: 'c1', messageId: 'm1', editing: false }),
  },
  savedViewList: {
    path: () => '/gateway/saved-views?page=live-calls',
    change: ({ priya }) =>
      priya.post('/gateway/saved-views', {
        page: 'live-calls',
        name: 'Angry',
        filters: { sentiment: 'negative' },
        isShared: true,
      }),
  },
  sessionShow: { change: stop },
  statusShow: { change: stop },
}

const conditionally = (person: Browser, path: string, etag: string) =>
  person.get(path, { headers: { 'if-none-match': etag } })

/** Polls in pairs until the second poll finds no change. @returns the first answer, and the statements of the second poll */
async function pollUntilUnchanged(
  person: Browser,
  path: string,
): Promise<{ etag: string; text: string; statements: string[] }> {
  let found = { etag: '', text: '', statements: [''] }
  await expect
    .poll(async () => {
      const first = await person.get(path)
      const statements: string[] = []
      const etag = first.headers.get('etag') ?? ''
      const second = await statementLog.run(statements, () => conditionally(person, path, etag))
      found = { etag, text: first.text, statements }
      return [first.status, second.status, second.text]
    })
    .toEqual([200, 304, ''])
  return found
}

describe('a read that pages poll', () => {
  test.each(Object.entries(polled))(
    '%s is sent once while nothing changes, and again after a change',
    {
      tags: ['kept-value-follows-its-sources'],
    },
    async (name, { path, change }) => {
      const world = await openWorld()
      const address = (await path?.(world)) ?? (contract[name as GatewayRead] as EndpointDefinition).path
      const { etag, text, statements } = await pollUntilUnchanged(world.grace, address)
      expect(statements).toEqual([])
      await change(world)
      const after = await conditionally(world.grace, address, etag)
      expect(after.status).toBe(200)
      expect(after.text).not.toBe(text)
      expect(after.headers.get('etag')).not.toBe(etag)
    },
  )

  test('from the service is sent once while nothing changes, also through a compressing proxy', async () => {
    const { grace, scriptedDrafts, priya } = await openWorld()
    const path = '/v1/api/conversations/c1'
    const { etag } = await pollUntilUnchanged(grace, path)
    expect((await conditionally(grace, path, `"other", W/${etag}`)).status).toBe(304)
    scriptedDrafts.addCustomerMessage('c1')
    await priya.get(path, { headers: { 'cache-control': 'no-cache' } })
    expect((await conditionally(grace, path, etag)).status).toBe(200)
  })

  test('shows when a claim expires', {
    tags: ['claim-lapses-by-time'],
  }, async () => {
    const { grace, priya, time } = await openWorld()
    await priya.post('/gateway/claims', { conversationId: 'c1', messageId: 'm1', editing: false })
    time.advance(claimLeaseMs / 2)
    // Refreshes everything else that the queue is made from, so that only the claim expires.
    await postDecision(priya, { id: '2', holdSeconds: 30 })
    // A hidden tab, so the conversations are not read again.
    const hidden = { headers: { priority: 'u=5' } }
    const claims = async () => {
      const { drafts } = (await grace.get('/gateway/review-queue', hidden)).json as unknown as { drafts: Draft[] }
      return drafts.map(({ claim }) => claim?.operator)
    }
    expect(await claims()).toEqual(['Priya Raman', undefined])
    time.advance(claimLeaseMs / 2 - 1)
    expect(await claims()).toEqual(['Priya Raman', undefined])
    time.advance(1)
    expect(await claims()).toEqual([undefined, undefined])
  })

  test('of a long list sends only the changed rows', async () => {
    const { grace, priya } = await openWorld(40)
    const path = '/gateway/review-queue'
    const { etag, text } = await pollUntilUnchanged(grace, path)
    await priya.post('/gateway/claims', { conversationId: 'c7', messageId: 'm7', editing: false })
    const asked = { headers: { 'if-none-match': etag, 'a-im': 'rows' } }
    const changed = await grace.get(path, asked)
    expect(changed).toMatchObject({ status: 226, json: { gone: [6], rows: [[6, { messageId: 'm7' }]] } })
    expect(changed.text.length).toBeLessThan(text.length / 10)
    const whole = await grace.get(path)
    expect(withChangedRows(JSON.parse(text) as object, changed.json as unknown as ChangedRows)).toEqual(whole.json)
    expect(changed.headers.get('etag')).toBe(whole.headers.get('etag'))
    // Without A-IM, the whole list is sent.
    expect((await conditionally(grace, path, etag)).text).toBe(whole.text)
  })

  test('runs no statement half a minute later either, not even for the session', async () => {
    const { grace, time } = await openWorld()
    const path = '/gateway/effects'
    const { etag } = await pollUntilUnchanged(grace, path)
    time.advance(30_000)
    const statements: string[] = []
    expect((await statementLog.run(statements, () => conditionally(grace, path, etag))).status).toBe(304)
    expect(statements).toEqual([])
  })

  test('is built once for all operators with the same permissions', async () => {
    const { grace, priya, tomas } = await openWorld()
    const { etag } = await pollUntilUnchanged(grace, '/gateway/review-queue')
    for (const other of [priya, tomas])
      expect((await conditionally(other, '/gateway/review-queue', etag)).status).toBe(304)
  })
})
