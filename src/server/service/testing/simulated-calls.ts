/** Calls of the seeded flows, as they happen: by an agent of the flow's department and market, to a customer of the market, by day. */
import { isWorkingDay } from '../carrier/place.ts'
import { type CallFacts, type Script, simulateCall } from '../carrier/simulate-call.ts'
import { agentFor, type GeneratedAgent, generateAgents } from '../seed/company.ts'
import { type GeneratedFlow, generateFlows } from '../seed/flows.ts'
import { type Customer, generateCustomers } from '../seed/people.ts'
import { integerBetween, newId, type Random, seededRandom } from '../shared/random.ts'

export interface SimulatedCall {
  flow: GeneratedFlow
  agent: GeneratedAgent
  customer: Customer
  facts: CallFacts
  script: Script
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Hours of UTC in which it is day in all countries of a market. */
const daytime = { US: [16, 23], UK: [9, 18], EU: [8, 17] } as const

function dialTime(random: Random, market: Customer['market']): number {
  const [from, until] = daytime[market]
  const start = Date.UTC(2026, 10, 2)
  for (;;) {
    const day = start + integerBetween(random, 0, 120) * dayMs
    if (isWorkingDay(day)) return day + integerBetween(random, from * 60, until * 60) * 60_000
  }
}

/**
 * Simulates calls. The same seed gives the same calls.
 *
 * @param isAnswered chooses between people and mailboxes (true), and every outcome
 */
export function simulatedCalls(seed: string, count: number, isAnswered = true): SimulatedCall[] {
  const random = seededRandom(seed)
  const flows = generateFlows(random).filter(({ fields }) => fields.direction !== 'inbound')
  const agents = generateAgents(random)
  return Array.from({ length: count }, (_, i) => {
    const flow = flows[i % flows.length] as GeneratedFlow
    const { market } = flow
    const agent = agentFor(
      flow.name,
      agents.filter((one) => one.department === flow.department && one.market === market),
      ({ name }) => name,
    )
    if (agent === undefined) throw new RangeError(`No agent for ${flow.name}`)
    const [customer] = generateCustomers(random, 1, market) as [Customer]
    const { model, voice } = agent.fields
    const facts: CallFacts = {
      seed: `${seed}/${i}`,
      dialledAt: dialTime(random, market),
      toNumber: customer.phone,
      customerName: `${customer.firstName} ${customer.lastName}`,
      columns: {},
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
