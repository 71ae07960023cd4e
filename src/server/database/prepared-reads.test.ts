import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './open.ts'

test('a repeated read sees new rows, other values and new columns', async () => {
  const definition = { number: 1, lastCommits: {}, statements: () => ['create table numbers (n integer)'] }
  const database = await openDatabase<{ numbers: { n: number } }>({ file: ':memory:' }, definition)
  onTestFinished(() => database.destroy())
  await sql`insert into numbers values (1), (2)`.execute(database)
  const numbersFrom = (n: number) => database.selectFrom('numbers').selectAll().where('n', '>=', n).execute()
  expect(await numbersFrom(2)).toEqual([{ n: 2 }])
  await database.insertInto('numbers').values({ n: 3 }).execute()
  expect(await numbersFrom(3)).toEqual([{ n: 3 }])
  await sql`alter table numbers add column name text default 'x'`.execute(database)
  expect(await numbersFrom(3)).toEqual([{ n: 3, name: 'x' }])
})
