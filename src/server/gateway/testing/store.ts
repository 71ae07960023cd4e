/**
 * For tests: opens a separate store for each test. It is in memory, or with `TEST_DATABASE_URL` in a new database of this PostgreSQL
 * server: `TEST_DATABASE_URL=postgres://… npx vitest run src/server/gateway`.
 * Also has rows of figures for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Insertable, KyselyPlugin } from 'kysely'
import pg from 'pg'
import { onTestFinished, TestRunner } from 'vitest'
import { readContents } from '#server/database/testing.ts'
import { openAuthentication } from '../operators/authentication.ts'
import { createSilentLog } from '../shared/log.ts'
import { openStore, type Store } from '../store/store.ts'
import type { CallFactTable, DecisionFactTable } from '../store/tables/facts.ts'
import type { EffectRow, HistoryRow } from '../store/tables/ledger.ts'
import type { Databases } from './postgres.ts'

const serverUrl = process.env.TEST_DATABASE_URL

async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Creates a database that is dropped after the test. @returns its URL; undefined: the tests use the embedded database */
export async function createTestDatabase(): Promise<string | undefined> {
  if (serverUrl === undefined) return undefined
  const name = `test_${randomBytes(6).toString('hex')}`
  await runOnServer(`create database ${name}`)
  // Only a database of a single test is dropped, and only if all its connections are closed.
  if (TestRunner.getCurrentTest()) onTestFinished(() => runOnServer(`drop database ${name}`).catch(() => {}))
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

/** The file of a store with all tables. */
let filledStore: Promise<Uint8Array> | undefined

/** Creates the tables of the sign-in library. */
export const createSignInTables = (store: Store) =>
  openAuthentication({ store, secret: randomUUID(), address: new URL('http://127.0.0.1'), log: createSilentLog() })

async function createFilledStore(): Promise<Uint8Array> {
  const store = await openStore({ file: ':memory:' })
  await createSignInTables(store)
  const contents = await readContents(store)
  await store.destroy()
  return contents
}

/** Opens a new store in memory. It begins with a copy of another, because creating the tables takes longer than most tests. */
export const openEmbeddedTestStore = async (): Promise<Store> =>
  openStore({ file: ':memory:', contents: await (filledStore ??= createFilledStore()) })

/** Opens a new store. */
export async function openTestStore(): Promise<Store> {
  const url = await createTestDatabase()
  return url === undefined ? openEmbeddedTestStore() : openStore({ url, schema: 'switchboard' })
}

/** By PostgreSQL server: the name of its database with the tables of a store. */
const templateDatabases = new WeakMap<Databases, Promise<string>>()

async function createTemplateDatabase(postgres: Databases): Promise<string> {
  const url = await postgres.createDatabase()
  const store = await openStore({ url, schema: 'switchboard' })
  await createSignInTables(store)
  await store.destroy()
  return new URL(url).pathname.slice(1)
}

/** Creates a database with the tables of a store in the schema `switchboard`. @returns its address */
export async function createStoreDatabase(postgres: Databases): Promise<string> {
  const template = templateDatabases.get(postgres) ?? createTemplateDatabase(postgres)
  templateDatabases.set(postgres, template)
  return postgres.createDatabase(await template)
}

/** Holds the next transaction before it begins. `reached` resolves when it is about to begin; `release` lets it begin. */
export function holdNextTransaction(store: Store): { reached: Promise<void>; release: () => void } {
  return holdTransaction(store, () => true)
}

/**
 * Sends a request, and holds its first transaction before it begins, not one that the gateway happens to begin by itself.
 *
 * @param send sends the request to a gateway in this process
 */
export function holdTransactionOf<T>(
  store: Store,
  send: () => Promise<T>,
): { answer: Promise<T>; reached: Promise<void>; release: () => void } {
  const request = new AsyncLocalStorage<true>()
  const held = holdTransaction(store, () => request.getStore() === true)
  return { ...held, answer: request.run(true, send) }
}

function holdTransaction(store: Store, isMeant: () => boolean): { reached: Promise<void>; release: () => void } {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const transaction = store.transaction.bind(store)
  store.transaction = () => {
    if (!isMeant()) return transaction()
    store.transaction = transaction
    const real = transaction()
    const execute = real.execute.bind(real)
    real.execute = async (work) => {
      reached.resolve()
      await released.promise
      return execute(work)
    }
    return real
  }
  return { reached: reached.promise, release: released.resolve }
}

/**
 * Lets the commit of one transaction succeed but loses its answer, so that its caller gets a connection error.
 *
 * @param shouldLose called after every commit; true: lose the answer to this commit
 */
export function loseCommitAnswer(store: Store, shouldLose: () => Promise<boolean>): { lost: Promise<void> } {
  const lost = Promise.withResolvers<void>()
  const transaction = store.transaction.bind(store)
  store.transaction = () => {
    const real = transaction()
    const execute = real.execute.bind(real)
    real.execute = async (work) => {
      const result = await execute(work)
      if (store.transaction === transaction || !(await shouldLose())) return result
      store.transaction = transaction
      lost.resolve()
      throw new Error('Connection terminated unexpectedly')
    }
    return real
  }
  return { lost: lost.promise }
}

/**
 * Counts the rows that each statement reads.
 *
 * @param column only statements whose rows have this column are counted, by default all
 */
export function countRows(store: Store, column?: string): { store: Store; most: () => number } {
  let most = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (column === undefined || (result.rows[0] && column in result.rows[0]))
        most = Math.max(most, result.rows.length)
      return result
    },
  }
  return { store: store.withPlugin(plugin), most: () => most }
}

/** Holds the answers to updates outside of transactions until `release`, at the latest after the test. */
export function holdUpdates(store: Store): { release: () => void } {
  const released = Promise.withResolvers<void>()
  const held = store.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => released.promise.then(() => result),
  })
  store.updateTable = held.updateTable.bind(held)
  onTestFinished(() => released.resolve())
  return { release: released.resolve }
}

/** A row of a batch that was answered, of whose call nothing more is known. @param fields what the test is about */
export const callFact = (fields: Partial<CallFactTable> & Pick<CallFactTable, 'id' | 'at'>): CallFactTable => ({
  workspace: '',
  call_id: fields.id,
  room_name: null,
  batch_id: 'b1',
  job_id: fields.id,
  person: null,
  agent_id: null,
  agent_version: null,
  flow_id: null,
  flow_version: null,
  country: 'US',
  local_hour: null,
  local_weekday: null,
  attempt: 1,
  state: 'completed',
  reason: '',
  outcome: 'talked',
  outcome_source: 'state',
  outcome_line: null,
  line_count: 0,
  duration: 30,
  sentiment: '',
  record: null,
  ...fields,
})

/** A draft that was approved. @param fields what the test is about */
export const decisionFact = (
  fields: Partial<DecisionFactTable> & Pick<DecisionFactTable, 'effect_id' | 'at'>,
): DecisionFactTable => ({
  workspace: 'ws',
  conversation_id: 'c1',
  message_id: fields.effect_id,
  agent_id: 'a1',
  operator_id: 'o',
  result: 'approved',
  reject_reason: null,
  waited_seconds: null,
  edited_share: null,
  ...fields,
})

/** A batch that the team knows. @param fields what the test is about */
export const knownBatch = (fields: { batch_id: string; started_at: number; name?: string; progress?: string }) => ({
  launch_id: fields.batch_id,
  name: '',
  words: '',
  agent_id: null,
  started_by: null,
  effect_id: null,
  seen_at: 0,
  progress: null,
  progress_at: null,
  complete: 1,
  ...fields,
})

interface TestRows {
  call_facts: CallFactTable
  decision_facts: DecisionFactTable
  known_batches: ReturnType<typeof knownBatch>
  effects: EffectRow
  history: Insertable<HistoryRow>
}
/** A statement has at most some 32,000 values. */
const rowsPerStatement = 500

/** Stores many rows. */
export async function insertRows<Table extends keyof TestRows>(
  store: Store,
  table: Table,
  rows: readonly TestRows[Table][],
): Promise<void> {
  for (let first = 0; first < rows.length; first += rowsPerStatement)
    await store
      .insertInto(table)
      .values(rows.slice(first, first + rowsPerStatement) as never)
      .execute()
}
