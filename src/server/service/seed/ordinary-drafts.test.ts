/** Few ordinary drafts need the key for serious risks: reviewers would get used to it. */
import { expect, it } from 'vitest'
import { type Conversation, needsReview, seriousRisksOf } from '#contract/index.ts'
import { seededRandom } from '../shared/random.ts'
import { openTestService, startOfTests, workspace } from '../testing/test-service.ts'
import { departments } from './company.ts'
import type { MessagingDesk } from './seed-context.ts'
import { seedConversations } from './seed-conversations.ts'

const draftCount = 300

it('at most one of twenty ordinary drafts has a serious risk', async () => {
  const { request, database, context } = await openTestService()
  const desk: MessagingDesk = { agentId: 'a1', agentName: 'Ezra', flowId: 'f1', channel: 'sms' }
  const desks = Object.fromEntries(departments.map((department) => [department, desk])) as Record<
    (typeof departments)[number],
    MessagingDesk
  >
  const callers = departments.map((department) => ({ ...desk, department, market: 'US' as const }))
  const seriousRisks = new Map<string, string[]>()
  for (let seed = 0; seriousRisks.size < draftCount; seed += 1) {
    const random = seededRandom(`drafts ${seed}`)
    await seedConversations({ database, random, workspace, now: startOfTests, context }, callers, desks)
    const { body: conversations } = await request<Conversation[]>('GET', '/v1/api/conversations')
    for (const conversation of conversations)
      for (const { _id, message } of conversation.messages.filter(needsReview))
        seriousRisks.set(_id, seriousRisksOf({ ...conversation, draftId: _id, text: message, isDoNotCall: false }))
  }
  const serious = [...seriousRisks.values()].filter((risks) => risks.length > 0)
  expect(serious.length).toBeLessThanOrEqual(0.05 * seriousRisks.size)
})
