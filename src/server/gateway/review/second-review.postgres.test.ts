/** Two reviewers at two gateways of one PostgreSQL who approve the same message first at the same moment. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { textHash } from '#contract/index.ts'
import { openStore } from '../store/store.ts'
import { draftText, readQueue, startGatewayWithDrafts } from '../testing/review.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'

test('a first approval is not replaced by that of a colleague who gives it at the same moment, who is told', async () => {
  const store = await openStore({ url: await createStoreDatabase(postgres), schema: 'switchboard' })
  const { grace, priya } = await startGatewayWithDrafts(1, { store })
  await grace.request('PUT', '/gateway/review-rules', { body: { secondReviewerFlows: ['f1'] } })
  await readQueue(grace)
  const target = { conversationId: 'c1', messageId: 'm1' }
  const approval = { ...target, textHash: await textHash(draftText), lastInbound: 'q1' }
  await priya.post('/gateway/first-approvals', approval)
  const [row] = await store.deleteFrom('first_approvals').returningAll().execute()
  if (!row) throw new Error('There is no first approval.')
  const answer = await store.transaction().execute(async (other) => {
    await other.insertInto('first_approvals').values(row).execute()
    let isDone = false
    const ours = grace.post('/gateway/first-approvals', approval).finally(() => {
      isDone = true
    })
    const waits = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => isDone || (await waits.execute(store)).rows.length > 0).toBe(true)
    return { ours }
  })
  const { status, json } = await answer.ours
  expect([status, json.error?.code]).toEqual([409, 'already_approved'])
  expect((await readQueue(grace)).drafts).toMatchObject([{ firstApproval: { operatorId: 'ready-reviewer' } }])
})
