/** Conversations with customers: some settled, some with a draft that waits for review. */
import { fill, variablesOf } from '../carrier/variables.ts'
import { ids, integerBetween, pick, type Random, shuffle } from '../shared/random.ts'
import type { ConversationRow, MessageRow } from '../store/database.ts'
import { type Department, departments } from './company.ts'
import { customers } from './people.ts'
import { type Caller, columnsOf, type Desk, day, hour, minute, nameOf, type SeedContext } from './seed-context.ts'
import { threads } from './threads.ts'

const counts = { conversations: 60, drafts: 25 } as const

/**
 * Plants them: where the customer wrote first, with the department's desk; where we did, with the agent whose call it follows.
 *
 * @returns their ids
 */
export async function seedConversations(
  { database, random, workspace, now }: SeedContext,
  callers: readonly Caller[],
  desks: Readonly<Record<Department, Desk>>,
): Promise<string[]> {
  const found: string[] = []
  const people = customers(random, counts.conversations)
  const all = shuffle(
    random,
    departments.flatMap((department) => threads[department].map((thread) => ({ department, thread }))),
  )
  for (const [i, customer] of people.entries()) {
    const { department, thread } = all[i % all.length] as (typeof all)[number]
    const caller = pick(
      random,
      callers.filter(({ agent }) => agent.department === department),
    )
    const desk = thread.lines[0]?.startsWith('< ') ? desks[department] : null
    const { id: agentId, name: agentName } = desk
      ? { id: desk.agentId, name: desk.agentName }
      : { id: caller.agent.row.id, name: caller.agent.row.name }
    const waiting = i < counts.drafts
    const lines = [...thread.lines, `> ${thread.draft}`]
    // Drafts are from the last hours; conversations that are settled go back three weeks.
    const last = waiting
      ? now - integerBetween(random, 2 * minute, 7 * hour)
      : now - integerBetween(random, 8 * hour, 21 * day)
    const times = timesUpTo(random, last, lines.length)
    const variables = { ...variablesOf(random, columnsOf(customer), nameOf(customer), agentName) }
    const conversation: ConversationRow = {
      id: ids.record(random),
      workspace,
      user_id: ids.record(random),
      flow_id: desk?.flowId ?? caller.flowId,
      agent_id: agentId,
      customer_name: nameOf(customer),
      customer_email: customer.email,
      customer_phone: customer.phone,
      created_at: times[0] ?? last,
      updated_at: last,
    }
    const messages = lines.map((line, at): MessageRow => {
      const created_at = times[at] ?? last
      const outbound = line.startsWith('> ')
      const draft = waiting && at === lines.length - 1
      // A few of the settled ones were turned down.
      const rejected = !waiting && at === lines.length - 1 && i % 9 === 0
      return {
        id: ids.record(random),
        conversation_id: conversation.id,
        position: at + 1,
        direction: outbound ? 'outbound' : 'inbound',
        sent: draft || rejected ? 0 : 1,
        message: fill(line.slice(2), variables),
        status: draft ? 'pending' : rejected ? 'rejected' : outbound ? 'approved' : 'received',
        created_at,
        updated_at: created_at,
      }
    })
    await database.insertInto('conversation').values(conversation).execute()
    await database.insertInto('message').values(messages).execute()
    found.push(conversation.id)
  }
  return found
}

/** So many moments, the last of them given, the others minutes to hours before each other. */
function timesUpTo(random: Random, last: number, count: number): number[] {
  const times = [last]
  while (times.length < count)
    times.unshift((times[0] as number) - integerBetween(random, 1, 90) * minute - integerBetween(random, 0, 59) * 1_000)
  return times
}
