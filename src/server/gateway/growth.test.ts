/** Tests that lists, searches and starts read growing tables by an index and never as a whole. */
import { type CompiledQuery, createQueryId, type KyselyPlugin, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { findKeptCalls, listKeptCalls } from './calls/kept/kept-call-list.ts'
import { createSingleGateway } from './cluster/single-gateway.ts'
import { createContacts } from './contacts/contacts.ts'
import { listBatchFigures, readBatchFigures } from './facts/batch-results.ts'
import { countCalls } from './facts/count-calls.ts'
import { createEffects } from './ledger/effects.ts'
import { writeRows } from './ledger/evidence.ts'
import { createSubjects } from './ledger/subjects.ts'
import { createWriteQueue } from './ledger/write-queue.ts'
import { createAudit } from './operations/audit.ts'
import { openConversations } from './registry/conversations.ts'
import { openRegistry } from './registry/registry.ts'
import { findRecentDecisions, findUnreportedUnknown } from './review/decision/decision-store.ts'
import { clock } from './shared/clock.ts'
import { createSilentLog } from './shared/log.ts'
import type { Store } from './store/store.ts'
import { openTestStore } from './testing/store.ts'
import { listVersions } from './versions/list-versions.ts'

/** Tables that only grow. */
const growing = [
  'effects',
  'history',
  'known_batches',
  'seen',
  'known_conversations',
  'placed_calls',
  'contact_sources',
  'kept_calls',
  'call_notes',
  'record_versions',
  'record_bodies',
  'call_facts',
]

/** The query plans of all statements in `work`: a line for each table, as SQLite prints it. */
async function plansOf(work: (store: Store) => Promise<unknown>): Promise<string[]> {
  const queries: CompiledQuery[] = []
  const store = await openTestStore()
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === 'SelectQueryNode' || node.kind === 'RawNode' || node.kind === 'DeleteQueryNode')
        queries.push(store.getExecutor().compileQuery(node, createQueryId()))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await work(store.withPlugin(recorder))
  const plans = await Promise.all(
    queries.map(({ sql: text, parameters }) =>
      store.executeQuery<{ detail: string }>({
        ...sql`select 1`.compile(store),
        sql: `explain query plan ${text}`,
        parameters,
      }),
    ),
  )
  expect(queries.length).toBeGreaterThan(0)
  return plans.flatMap(({ rows }) => rows.map(({ detail }) => detail))
}

/** Indexes that are scanned from the latest row until enough are found, or that contain few rows. */
const scannedIndexes =
  /effects_at|history_(?:at|operator|state)|known_batches_(?:newest|agent|starter|starter_agent|running|seen)|seen_at|kept_calls_seen|known_conversations_seen|decisions_not_dismissed|open_effects/

/** The plans that read a whole table: without a condition or an order that an index serves. */
const fullScans = (plans: readonly string[]) =>
  plans.filter((line) => {
    const [, table = '', index = ''] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?$/.exec(line) ?? []
    return (growing.includes(table) || /^[ehbstx]$/.test(table)) && !scannedIndexes.test(index)
  })

const effectsOf = (store: Store) =>
  createEffects({
    store,
    clock,
    writeQueue: createWriteQueue(createSilentLog()),
    checkTimesOf: () => ({ lastCheckedAt: null, nextCheckAt: null }),
    subjects: { find: () => Promise.resolve(new Map()) },
  })
const contactsOf = async (store: Store) =>
  createContacts({
    store,
    cluster: await createSingleGateway(store, clock.now),
    key: 'k',
    registry: await openRegistry(store, clock),
    writeQueue: createWriteQueue(createSilentLog()),
    clock,
    log: createSilentLog(),
  })
const auditOf = async (store: Store) =>
  createAudit({ store, registry: await openRegistry(store, clock), namesOf: async (name) => [name] })
const page = { page: 1, limit: 20 }

describe.runIf(process.env.TEST_DATABASE_URL === undefined)('reads growing tables by an index', () => {
  test.each<[string, (store: Store) => Promise<unknown>, string[]]>([
    ['effects', (store) => effectsOf(store).list(page, true), ['effects_at']],
    [
      'versions of a record',
      (store) => listVersions(store, { kind: 'agent', workspace: '', recordId: 'a' }, page),
      ['record_versions'],
    ],
    ['unknown effects', (store) => effectsOf(store).list({ ...page, state: 'unknown' }, true), ['open_effects_state']],
    ['unknown effects counted', (store) => effectsOf(store).countUnknown(), ['open_effects_state']],
    ['the registry at the start', (store) => openRegistry(store, clock), ['known_batches_running']],
    ['conversations at the start', (store) => openConversations(store, clock), ['known_conversations_seen']],
    [
      'contacts at the start',
      async (store) => {
        const contacts = await contactsOf(store)
        await contacts.recover()
        // Their deletion, as after each start.
        await contacts.close()
      },
      ['contact_sources_ended', 'kind=\\? AND ended_at<'],
    ],
    ['decisions at the start', (store) => findUnreportedUnknown(store), ['open_effects_state']],
    [
      'decisions',
      (store) => findRecentDecisions(store, 'main', 1),
      ['history_at', 'decisions_not_dismissed', 'decisions_second'],
    ],
    ['batches', async (store) => (await openRegistry(store, clock)).list(page), ['known_batches_newest']],
    [
      'batches that run',
      async (store) => (await openRegistry(store, clock)).list({ ...page, state: 'running' }),
      ['known_batches_running', 'known_batches_launch'],
    ],
    [
      'batches that ended',
      async (store) => (await openRegistry(store, clock)).list({ ...page, state: 'ended' }),
      ['known_batches_newest', 'known_batches_running'],
    ],
    [
      'batches of an agent',
      async (store) => (await openRegistry(store, clock)).list({ ...page, agentId: 'a' }),
      ['known_batches_agent'],
    ],
    [
      'batches of an operator',
      async (store) => (await openRegistry(store, clock)).list({ ...page, startedBy: 'Grace' }),
      ['known_batches_starter'],
    ],
    [
      'batches of both',
      async (store) => (await openRegistry(store, clock)).list({ ...page, agentId: 'a', startedBy: 'Grace' }),
      ['known_batches_starter_agent'],
    ],
    ['the audit', async (store) => (await auditOf(store)).list({}), ['history_at']],
    ['the audit between two times', async (store) => (await auditOf(store)).list({ from: 1, to: 2 }), ['history_at']],
    [
      'the audit of an operator',
      async (store) => (await auditOf(store)).list({ operator: 'Grace', to: 2, before: 7 }),
      ['history_operator'],
    ],
    [
      'the audit of what is in progress',
      async (store) => (await auditOf(store)).list({ state: 'sending', operator: 'Grace' }),
      ['open_effects', 'history_effect'],
    ],
    ['the audit of an outcome', async (store) => (await auditOf(store)).list({ state: 'refused' }), ['history_state']],
    [
      'the audit of a command',
      async (store) => (await auditOf(store)).list({ endpoint: 'batchStart', from: 1 }),
      ['sqlite_autoindex_history_endpoints|PRIMARY KEY'],
    ],
    [
      'the audit of an outcome for an operator',
      async (store) => (await auditOf(store)).list({ operator: 'Grace', state: 'refused', before: 7 }),
      ['history_operator_state'],
    ],
    [
      'the audit of a command by an operator',
      async (store) => (await auditOf(store)).list({ endpoint: 'batchStart', operator: 'Grace' }),
      ['history_endpoints_operator'],
    ],
    [
      'the audit of an outcome of a command',
      async (store) => (await auditOf(store)).list({ endpoint: 'batchStart', state: 'refused', to: 2 }),
      ['history_endpoints_state'],
    ],
    [
      'the audit of an outcome of a command by an operator',
      async (store) => (await auditOf(store)).list({ endpoint: 'batchStart', state: 'refused', operator: 'Grace' }),
      ['history_endpoints_both'],
    ],
    [
      'the audit of a thing',
      async (store) => (await auditOf(store)).list({ thing: 'b1' }),
      ['PRIMARY KEY', 'history_effect', 'placed_calls_room', 'placed_calls_call', 'record_versions_record'],
    ],
    ['kept calls', (store) => listKeptCalls(store, 'main', { ...page, order: 'newest' }), ['kept_calls_recent']],
    ['kept calls by name', (store) => listKeptCalls(store, 'main', { ...page, order: 'name' }), ['kept_calls_name']],
    ['kept calls by agent', (store) => listKeptCalls(store, 'main', { ...page, order: 'agent' }), ['kept_calls_agent']],
    [
      'the longest kept calls',
      (store) => listKeptCalls(store, 'main', { ...page, order: 'longest' }),
      ['kept_calls_duration'],
    ],
    [
      'kept calls of an agent',
      (store) => listKeptCalls(store, 'main', { ...page, order: 'newest', agent: 'Finn' }),
      ['kept_calls_agent'],
    ],
    [
      'kept calls that failed',
      (store) => listKeptCalls(store, 'main', { ...page, order: 'newest', outcome: 'failed' }),
      ['kept_calls_recent', 'call_facts_room'],
    ],
    [
      'counts of calls',
      (store) => countCalls(store, { workspace: 'main', from: 1, to: 2, by: 'local_time', zone: 'UTC' }),
      ['COVERING INDEX call_facts_counted', 'known_batches_started', 'call_facts_first'],
    ],
    [
      'counts of the calls of an agent by day',
      (store) => countCalls(store, { workspace: 'main', from: 1, to: 2, by: 'day', zone: 'UTC', agentId: 'a' }),
      ['COVERING INDEX call_facts_counted'],
    ],
    ['figures of a batch', (store) => readBatchFigures(store, 'b', null), ['COVERING INDEX call_facts_of_batch']],
    ['batches of a period', (store) => listBatchFigures(store, { from: 1, to: 2 }), ['known_batches_started']],
    [
      'search in kept calls',
      (store) => findKeptCalls(store, 'main', 'moved away'),
      ['kept_calls_seen', 'sqlite_autoindex_kept_calls_1'],
    ],
    [
      'subjects that are deleted after each start',
      async (store) => {
        const names = { agentName: () => null, batchNames: () => Promise.resolve(new Map()) }
        createSubjects({ store, names, clock, log: createSilentLog() }).sweep()
        await new Promise(setImmediate)
      },
      ['history_effect'],
    ],
    [
      'earlier writes that a change may repeat',
      (store) => writeRows(store).where('e.endpoint', '=', 'agentUpdate').where('h.state', '=', 'unknown').execute(),
      ['history_effect'],
    ],
    [
      'search',
      async (store) => (await openRegistry(store, clock)).search('Peter Chen'),
      ['seen_at', 'known_batches_seen'],
    ],
  ])('%s', async (_, work, indexes) => {
    const plans = await plansOf(work)
    expect(fullScans(plans)).toEqual([])
    for (const index of indexes) expect(plans.join('\n')).toMatch(new RegExp(`USING .*(${index})`))
  })
})
