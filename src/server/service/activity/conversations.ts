/** Conversations of the activity: now and then a customer writes, and an agent's draft waits for review. */

import type { Department } from '../seed/company.ts'
import { generateCustomers } from '../seed/people.ts'
import type { CallingAgent, MessagingDesk } from '../seed/seed-context.ts'
import { agentFor, allThreads, isByEmail } from '../seed/seed-conversations.ts'
import { isAwake, writeThread } from '../seed/thread-rows.ts'
import type { ServiceContext } from '../shared/context.ts'
import { pick } from '../shared/random.ts'
import type { Database } from '../store/database.ts'

const customersToTry = 40

/** Adds a conversation with a draft, of a customer whose day it is and who has no conversation yet. */
export async function addConversation(
  { database, random, clock }: ServiceContext,
  workspace: string,
  callers: readonly CallingAgent[],
): Promise<void> {
  const now = clock.now()
  const desks = await readDesks(database)
  if (desks === null || callers.length === 0) return
  const { department, thread } = pick(random, allThreads)
  const candidates = generateCustomers(random, customersToTry).filter((one) => isAwake(one, now))
  const known = await database
    .selectFrom('conversation')
    .select('customer_email')
    .where('workspace', '=', workspace)
    .execute()
  const knownAddresses = new Set(known.map(({ customer_email }) => customer_email))
  const customer = candidates.find(
    ({ email, market }) => !knownAddresses.has(email) && (market === 'US' || !isByEmail(thread, desks[department])),
  )
  if (customer === undefined) return
  const agent = agentFor(random, { department, thread, customer }, callers, desks)
  const { conversation, messages } = writeThread(random, {
    workspace,
    department,
    thread,
    customer,
    agent,
    extraExchanges: pick(random, [0, 0, 0, 1, 2]),
    hasDraft: true,
    lastAt: now,
  })
  await database.transaction().execute(async (database) => {
    await database.insertInto('conversation').values(conversation).execute()
    await database.insertInto('message').values(messages).execute()
    await database
      .insertInto('activity')
      .values({ kind: 'conversation', id: conversation.id, created_at: now, max_calls: null })
      .execute()
  })
}

/** Reads the messaging agents that the seed data recorded; null without seed data. */
async function readDesks(database: Database): Promise<Record<Department, MessagingDesk> | null> {
  const row = await database.selectFrom('setting').select('value').where('name', '=', 'desks').executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.value) as Record<Department, MessagingDesk>)
}
