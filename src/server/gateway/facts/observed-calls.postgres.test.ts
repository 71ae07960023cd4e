/** What is stored of calls on a PostgreSQL that several gateways share. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lockCalls } from '../calls/kept/kept-call-rows.ts'
import { openStore } from '../store/store.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'
import { startGatewayWithService } from '../testing/testing.ts'

test('the name of an agent is not lost to what another gateway adds to a call at the same time', async () => {
  const store = await openStore({ url: await createStoreDatabase(postgres), schema: 'switchboard' })
  const { grace } = await startGatewayWithService(
    ({ path }) => (path === '/api/v1/agents/a1' ? { body: { id: 'a1', name: 'Finn' } } : undefined),
    { store },
  )
  const now = Date.now()
  const call = { workspace: 'ws_main', room_name: 'a1-r1', agent: 'a1', phone: '+14155550134', customer: '' }
  const nothing = { call: '{}', lines: '[]', sentiment: '', words: 'a1', line_count: 0 }
  await store
    .insertInto('kept_calls')
    .values({ ...call, ...nothing, first_seen_at: now, read_at: now, ended_at: now })
    .execute()
  const findAgent = async () => (await store.selectFrom('kept_calls').select('agent').executeTakeFirstOrThrow()).agent
  const waits = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await store.transaction().execute(async (other) => {
    await lockCalls(other)
    const { agent } = await other.selectFrom('kept_calls').select('agent').executeTakeFirstOrThrow()
    await grace.get('/api/v1/agents/a1')
    const isReached = async () => (await findAgent()) === 'Finn' || (await waits.execute(store)).rows.length > 0
    await expect.poll(isReached).toBe(true)
    await other.updateTable('kept_calls').set({ agent, duration: 61 }).execute()
  })
  await expect.poll(findAgent).toBe('Finn')
})
