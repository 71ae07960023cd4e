/**
 * For tests: a store of its own for each. In memory; with `TEST_DATABASE_URL`, the address of a PostgreSQL in which anything may be
 * made and dropped, in a database of its own there: `TEST_DATABASE_URL=postgres://… npx vitest run src/server/gateway`.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { onTestFinished, TestRunner } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { migrations, openStore, type Store } from '../store/store.ts'

const server = process.env.TEST_DATABASE_URL

async function onServer(work: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(work)
  await client.end()
}

/** The address of a database that nobody else has; undefined: the embedded one is tested. It is dropped after the test. */
export async function makeTestDatabase(): Promise<string | undefined> {
  if (server === undefined) return undefined
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  // One of a whole file stays, and so does one to which a connection is still closing.
  if (TestRunner.getCurrentTest()) onTestFinished(() => onServer(`drop database ${name}`).catch(() => {}))
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Opens a store that nobody else has. */
export async function openTestStore(): Promise<Store> {
  const url = await makeTestDatabase()
  return openStore(url === undefined ? { file: ':memory:' } : { url, schema: 'switchboard' })
}

/** A store as an earlier version left it: without this step of its tables and those after it. */
export function openStoreBefore(step: string): Promise<Store> {
  const before = Object.entries(migrations).filter(([name]) => name < step)
  return openDatabase({ file: ':memory:' }, Object.fromEntries(before))
}

/** The next transaction waits: `reached` once somebody has come to it, and `release` lets it go on. */
export function holdNextRecord(store: Store): { reached: Promise<void>; release: () => void } {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const transaction = store.transaction.bind(store)
  store.transaction = () => {
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
 * Of one transaction the commit succeeds, and its answer is lost: whoever waits for it learns of a lost connection.
 *
 * @param isIt asked after every commit: whether it is that one
 */
export function loseAnswerOfCommit(store: Store, isIt: () => Promise<boolean>): { lost: Promise<void> } {
  const lost = Promise.withResolvers<void>()
  const transaction = store.transaction.bind(store)
  store.transaction = () => {
    const real = transaction()
    const execute = real.execute.bind(real)
    real.execute = async (work) => {
      const done = await execute(work)
      if (store.transaction === transaction || !(await isIt())) return done
      store.transaction = transaction
      lost.resolve()
      throw new Error('Connection terminated unexpectedly')
    }
    return real
  }
  return { lost: lost.promise }
}
