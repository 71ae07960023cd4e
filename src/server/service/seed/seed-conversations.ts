/** Seeds conversations with customers, some with a draft that waits for review. */
import { fillVariables } from '#flow-engine/variables.ts'
import { purposeOf } from '../carrier/dialogue.ts'
import { variablesOf } from '../carrier/variables.ts'
import { integerBetween, newId, pick, type Random, shuffle } from '../shared/random.ts'
import type { ConversationRow, MessageRow } from '../store/database.ts'
import { type Department, departments } from './company.ts'
import { generateCustomers } from './people.ts'
import {
  type CallingAgent,
  columnsOf,
  dayMs,
  fullNameOf,
  hourMs,
  type MessagingDesk,
  minuteMs,
  type SeedContext,
} from './seed-context.ts'
import { threads } from './threads.ts'

const counts = { conversations: 60, drafts: 25 } as const

/**
 * Seeds the conversations. If the customer wrote first, the conversation belongs to the department's messaging agent; otherwise
 * to the agent whose call it follows.
 *
 * @returns their IDs
 */
export async function seedConversations(
  { database, random, workspace, now }: SeedContext,
  callers: readonly CallingAgent[],
  desks: Readonly<Record<Department, MessagingDesk>>,
): Promise<string[]> {
  const conversationIds: string[] = []
  const customers = generateCustomers(random, counts.conversations)
  const shuffledThreads = shuffle(
    random,
    departments.flatMap((department) => threads[department].map((thread) => ({ department, thread }))),
  )
  for (const [i, customer] of customers.entries()) {
    const { department, thread } = shuffledThreads[i % shuffledThreads.length] as (typeof shuffledThreads)[number]
    const callersOfDepartment = callers.filter(({ agent }) => agent.department === department)
    const callersOfMarket = callersOfDepartment.filter(({ agent }) => agent.market === customer.market)
    const caller = pick(random, callersOfMarket.length > 0 ? callersOfMarket : callersOfDepartment)
    const desk = thread.lines[0]?.startsWith('< ') ? desks[department] : null
    const { id: agentId, name: agentName } = desk
      ? { id: desk.agentId, name: desk.agentName }
      : { id: caller.agent.row.id, name: caller.agent.row.name }
    const hasDraft = i < counts.drafts
    const lines = [...thread.lines, `> ${thread.draft}`]
    // Drafts are from the last hours. Conversations without one go back three weeks.
    const lastAt = hasDraft
      ? now - integerBetween(random, 2 * minuteMs, 7 * hourMs)
      : now - integerBetween(random, 8 * hourMs, 21 * dayMs)
    const times = timesUpTo(random, lastAt, lines.length)
    const variables = variablesOf(random, {
      columns: columnsOf(customer),
      customerName: fullNameOf(customer),
      agentName,
      number: customer.phone,
      purpose: purposeOf({ name: department, prompt: '' }, agentName),
      now: lastAt,
    })
    const conversation: ConversationRow = {
      id: newId.record(random),
      workspace,
      user_id: newId.record(random),
      flow_id: desk?.flowId ?? caller.flowId,
      agent_id: agentId,
      customer_name: fullNameOf(customer),
      customer_email: customer.email,
      customer_phone: customer.phone,
      created_at: times[0] ?? lastAt,
      updated_at: lastAt,
    }
    const messages = lines.map((line, lineIndex): MessageRow => {
      const created_at = times[lineIndex] ?? lastAt
      const isOutbound = line.startsWith('> ')
      const isDraft = hasDraft && lineIndex === lines.length - 1
      // In a few conversations the last message was rejected.
      const isRejected = !hasDraft && lineIndex === lines.length - 1 && i % 9 === 0
      return {
        id: newId.record(random),
        conversation_id: conversation.id,
        position: lineIndex + 1,
        direction: isOutbound ? 'outbound' : 'inbound',
        sent: isDraft || isRejected ? 0 : 1,
        message: fillVariables(line.slice(2), variables),
        status: isDraft ? 'pending' : isRejected ? 'rejected' : isOutbound ? 'approved' : 'received',
        created_at,
        updated_at: created_at,
      }
    })
    await database.insertInto('conversation').values(conversation).execute()
    await database.insertInto('message').values(messages).execute()
    conversationIds.push(conversation.id)
  }
  return conversationIds
}

/** Generates `count` ascending times that end with `last`, minutes apart. */
function timesUpTo(random: Random, last: number, count: number): number[] {
  const times = [last]
  while (times.length < count)
    times.unshift(
      (times[0] as number) - integerBetween(random, 1, 90) * minuteMs - integerBetween(random, 0, 59) * 1_000,
    )
  return times
}
