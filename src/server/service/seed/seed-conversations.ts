/** Seeds conversations with customers, some with a draft that waits for review. */
import { dayMs } from '#calling-hours/zone-clock.ts'
import { integerBetween, pick, type Random, shuffle } from '../shared/random.ts'
import { type Department, departments } from './company.ts'
import { type Customer, generateCustomers } from './people.ts'
import { type CallingAgent, hourMs, type MessagingDesk, minuteMs, type SeedContext } from './seed-context.ts'
import { dayLasts, isAwake, type Thread, type ThreadToWrite, writeThread } from './thread-rows.ts'
import threads from './threads.json' with { type: 'json' }

const counts = { conversations: 60, drafts: 25 } as const
/** Customers are chosen from this many, so that those whose day it is can be given the drafts. */
const candidateCount = 300

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
  const written: ReturnType<typeof writeThread>[] = []
  const shuffledThreads = shuffle(random, allThreads)
  const candidates = generateCustomers(random, candidateCount)
  const takeCustomer = (fits: (customer: Customer) => boolean): Customer => {
    const index = candidates.findIndex(fits)
    const [customer] = candidates.splice(Math.max(0, index), 1)
    if (customer === undefined) throw new RangeError('there are too few customers')
    return customer
  }
  for (let i = 0; i < counts.conversations; i++) {
    const { department, thread } = shuffledThreads[i % shuffledThreads.length] as (typeof shuffledThreads)[number]
    const hasDraft = i < counts.drafts
    const byEmail = !hasDraft && isByEmail(thread, desks[department])
    // Prices and dates of an e-mail are those of the United States, because an address has no country.
    const customer = takeCustomer((one) => (!byEmail || one.market === 'US') && (!hasDraft || isAwake(one, now)))
    // Drafts are from the last hours of the customer's day. Conversations without one go back three weeks.
    const lastAt = hasDraft
      ? now - integerBetween(random, 2 * minuteMs, Math.min(7 * hourMs, dayLasts(customer, now)))
      : now - integerBetween(random, 8 * hourMs, 21 * dayMs)
    const agent = agentFor(random, { department, thread, customer }, callers, desks)
    const rows = writeThread(random, {
      workspace,
      department,
      thread,
      customer,
      // The customers of the first drafts have a number; those who write later may use e-mail.
      agent: hasDraft && agent.channel === 'email' ? { ...agent, channel: 'sms' } : agent,
      extraExchanges: Math.floor(i / shuffledThreads.length) + pick(random, [0, 0, 0, 1, 1, 2]),
      hasDraft,
      lastAt,
    })
    const last = rows.messages.at(-1)
    // In a few conversations the last message was rejected.
    if (last !== undefined && !hasDraft && i % 9 === 0 && last.direction === 'outbound')
      Object.assign(last, { sent: 0, status: 'rejected' })
    written.push(rows)
  }
  const conversations = written.map(({ conversation }) => conversation)
  await database.insertInto('conversation').values(conversations).execute()
  await database
    .insertInto('message')
    .values(written.flatMap(({ messages }) => messages))
    .execute()
  return conversations.map(({ id }) => id)
}

/** All threads, with their departments. */
export const allThreads: readonly { department: Department; thread: Thread }[] = departments.flatMap((department) =>
  threads[department].map((thread) => ({ department, thread })),
)

const startsWithCustomer = ([first]: Thread) => first?.startsWith('< ') === true

/** Whether a conversation of this thread is held by e-mail. */
export const isByEmail = (thread: Thread, desk: MessagingDesk): boolean =>
  startsWithCustomer(thread) && desk.channel === 'email'

/** The agent of a conversation: the department's messaging agent if the customer wrote first, otherwise one that called the customer. */
export function agentFor(
  random: Random,
  { department, thread, customer }: { department: Department; thread: Thread; customer: Customer },
  callers: readonly CallingAgent[],
  desks: Readonly<Record<Department, MessagingDesk>>,
): ThreadToWrite['agent'] {
  const desk = desks[department]
  if (startsWithCustomer(thread))
    return { id: desk.agentId, name: desk.agentName, flowId: desk.flowId, channel: desk.channel }
  const ofDepartment = callers.filter((one) => one.department === department)
  const ofMarket = ofDepartment.filter(({ market }) => market === customer.market)
  const { agentId, agentName, flowId } = pick(random, ofMarket.length > 0 ? ofMarket : ofDepartment)
  return { id: agentId, name: agentName, flowId, channel: 'sms' }
}
