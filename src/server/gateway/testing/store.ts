/**
 * For tests: a separate store for each test. In memory, or with `TEST_DATABASE_URL` in a new database of a PostgreSQL server in which
 * anything may be created and dropped: `TEST_DATABASE_URL=postgres://… npx vitest run src/server/gateway`.
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

/** Creates a database that is dropped after the test. @returns its address; undefined: the embedded database is tested */
export async function makeTestDatabase(): Promise<string | undefined> {
  if (server === undefined) return undefined
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  // A database of a whole file is not dropped, nor one with a connection that is still closing.
  if (TestRunner.getCurrentTest()) onTestFinished(() => onServer(`drop database ${name}`).catch(() => {}))
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Opens a new store. */
export async function openTestStore(): Promise<Store> {
  const url = await makeTestDatabase()
  return openStore(url === undefined ? { file: ':memory:' } : { url, schema: 'switchboard' })
}

/** Opens a store of an earlier version: without this migration and those after it. */
export function openStoreBefore(step: string): Promise<Store> {
  const before = Object.entries(migrations).filter(([name]) => name < step)
  return openDatabase({ file: ':memory:' }, Object.fromEntries(before))
}

/** Holds the next transaction before it begins. `reached` resolves when it is about to begin; `release` lets it begin. */
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
 * Lets the commit of one transaction succeed but loses its answer, so that its caller gets a connection error.
 *
 * @param isIt called after every commit; true: lose this commit's answer
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
