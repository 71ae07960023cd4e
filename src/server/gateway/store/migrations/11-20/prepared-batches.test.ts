import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestStore } from '../../../testing/store.ts'
import { launchRemainders } from '../01-10/07-launch-remainders.ts'
import { preparedBatches } from './15-prepared-batches.ts'

test('converts people whom an earlier version held back after the first ten, with the same expiry of a day', async () => {
  const store = await openTestStore()
  const startEffect = {
    endpoint: 'batchStart',
    ids: '{}',
    target: null,
    body: '',
    operator_id: 'grace',
    operator: 'Grace',
  }
  await store
    .insertInto('effects')
    .values({ ...startEffect, id: 'e1', key: 'k1', at: 5 })
    .execute()
  await store.schema.dropTable('prepared_batches').execute()
  await store.schema.alterTable('contact_sources').dropColumn('prepared_id').execute()
  await launchRemainders.up(store)
  await sql`insert into rests (effect_id, target, batch_id, fields, file, calls, operator, at)
    values ('e1', 't', 'batch_1', '{"name":"Renewals"}', 'phone_number', 590, 'Grace', 5)`.execute(store)
  for (const kind of ['batch', 'rest'])
    await sql`insert into contact_sources (effect_id, kind, at, ended_at) values ('e1', ${kind}, 5, 9)`.execute(store)

  await preparedBatches.up(store)
  expect(await store.selectFrom('prepared_batches').selectAll().executeTakeFirst()).toMatchObject({
    id: 'e1',
    effect_id: 'e1',
    reason: 'after_first_ten',
    part: 1,
    parts: 1,
    batch_id: 'batch_1',
    calls: 590,
    operator: 'Grace',
    operator_id: null,
    until: 5 + 24 * 3_600_000,
    started_by: 'person',
  })
  const sources = await store.selectFrom('contact_sources').select(['kind', 'prepared_id']).orderBy('id').execute()
  expect(sources.map(({ kind, prepared_id }) => [kind, prepared_id])).toEqual([
    ['batch', null],
    ['rest', 'e1'],
  ])
})
