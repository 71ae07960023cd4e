/** Calls of the seeded flows, as they happen: by an agent of the flow's department and market, to a customer of the market, by day. */
import { isWorkingDay, localTimeAt, placeOf } from '../carrier/place.ts'
import { type CallFacts, type Script, simulateCall } from '../carrier/simulate-call.ts'
import { agentFor, type GeneratedAgent, generateAgents } from '../seed/company.ts'
import { type GeneratedFlow, generateFlows } from '../seed/flows.ts'
import { type Customer, generateCustomers, type Market } from '../seed/people.ts'
import { columnsOf } from '../seed/seed-context.ts'
import { integerBetween, newId, pick, type Random, seededRandom } from '../shared/random.ts'

export interface SimulatedCall {
  flow: GeneratedFlow
  agent: GeneratedAgent
  customer: Customer
  facts: CallFacts
  script: Script
}

/** A moment on a working day between nine and seven where the number is. */
function dialTime(random: Random, phone: string): number {
  const start = Date.UTC(2026, 10, 2)
  for (;;) {
    const time = start + integerBetween(random, 0, 120 * 24 * 60) * 60_000
    const { day, minutes } = localTimeAt(time, placeOf(phone))
    if (isWorkingDay(day) && minutes >= 9 * 60 && minutes <= 19 * 60) return time
  }
}

/** How often somebody is looked for whom the department has not called yet. */
const maxTries = 50

/** A customer whom the department has not called yet, if there is one: nobody has two plans, or renews one twice within weeks. */
function newCustomer(random: Random, market: Market, called: Set<string>, department: string): Customer {
  for (let tries = 1; ; tries++) {
    const [customer] = generateCustomers(random, 1, market) as [Customer]
    const key = `${department} ${customer.phone}`
    if (called.has(key) && tries < maxTries) continue
    called.add(key)
    return customer
  }
}

/**
 * Simulates calls. The same seed gives the same calls.
 * A tenth of the customers is called without a name, as by Send Call.
 *
 * @param isAnswered chooses between people and mailboxes (true), and every outcome
 */
export function simulatedCalls(seed: string, count: number, isAnswered = true): SimulatedCall[] {
  const random = seededRandom(seed)
  const flows = generateFlows(random).filter(({ fields }) => fields.direction !== 'inbound')
  const agents = generateAgents(random)
  const called = new Set<string>()
  return Array.from({ length: count }, (_, i) => {
    const flow = flows[i % flows.length] as GeneratedFlow
    const { market } = flow
    const fitting = agents.filter((one) => one.department === flow.department && one.market === market)
    // Mostly the agent that the demo gives the flow, sometimes a colleague.
    const agent = random() < 0.7 ? agentFor(flow.name, fitting, ({ name }) => name) : pick(random, fitting)
    if (agent === undefined) throw new RangeError(`No agent for ${flow.name}`)
    const customer = newCustomer(random, market, called, flow.department)
    const { model, voice } = agent.fields
    const facts: CallFacts = {
      seed: `${seed}/${i}`,
      dialledAt: dialTime(random, customer.phone),
      toNumber: customer.phone,
      ...(random() < 0.1
        ? { customerName: null, columns: {} }
        : { customerName: `${customer.firstName} ${customer.lastName}`, columns: columnsOf(customer) }),
      agent: {
        id: newId.record(random),
        name: agent.name,
        model: model ?? '',
        voice,
      },
      flow: { id: newId.record(random), name: flow.name, ...flow.fields } as CallFacts['flow'],
      ...(isAnswered ? { outcome: random() < 0.9 ? 'completed' : 'voicemail' } : {}),
    }
    return { flow, agent, customer, facts, script: simulateCall(facts) }
  })
}
