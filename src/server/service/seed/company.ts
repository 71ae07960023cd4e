/** Seed data of the fictional company Northfield Home, which sells and services appliances: its departments and agents. */
import type { AgentFields } from '../records/agents.ts'
import { integerBetween, pick, type Random } from '../shared/random.ts'
import company from './company.json' with { type: 'json' }
import { generateCompanyNumber, type Market } from './people.ts'

export const departments = [
  'renewals',
  'scheduling',
  'deliveries',
  'accounts',
  'support',
  'surveys',
  'welcome',
] as const
export type Department = (typeof departments)[number]

interface DepartmentFacts {
  title: string
  /** First sentence of the agents' prompts. */
  work: string
  /** Instructions for the agents. */
  instructions: readonly string[]
  /** The agents: first name, market and a note that distinguishes them in a list. */
  staff: readonly (readonly [name: string, market: Market, note: string])[]
  /** The messaging agent of the department. */
  desk: {
    /** Name, channel and prompt of the agent. */
    agent: readonly [name: string, channel: 'sms' | 'whatsapp' | 'email', prompt: string]
    /** Name and first message of the flow that starts conversations. */
    opening?: readonly [name: string, message: string]
    /** Sends the opening without review. */
    autopilot?: true
  }
}

export const departmentFacts = company.departments as unknown as Record<Department, DepartmentFacts>
const { models, voices, temperaments } = company

export interface GeneratedAgent {
  name: string
  department: Department
  market: Market
  fields: AgentFields
}

/** Agents that cannot place calls, by index: without a number, still being set up, or in error. */
const agentProblems: Record<number, 'pending' | 'error' | 'numberless'> = {
  7: 'numberless',
  15: 'pending',
  22: 'numberless',
  28: 'error',
  39: 'numberless',
  43: 'pending',
  44: 'pending',
}

const twentiethBetween = (random: Random, min: number, max: number) => integerBetween(random, min, max) / 20

/** Generates the 45 agents, in the order of the departments. */
export function generateAgents(random: Random): GeneratedAgent[] {
  const staff = departments.flatMap((department) =>
    departmentFacts[department].staff.map((member) => ({ department, member })),
  )
  return staff.map(({ department, member: [name, market, note] }, index) => {
    const { title, work, instructions: manners } = departmentFacts[department]
    const problem = agentProblems[index]
    const personality = [
      `You are ${name}, of the ${title.toLowerCase()} team at Northfield Home. ${work}`,
      pick(random, temperaments),
      manners.join(' '),
      market === 'UK'
        ? 'Write and speak British English; prices are in pounds.'
        : 'Say numbers and dates the way people say them aloud.',
    ].join('\n')
    return {
      name: `${name} · ${title} ${market}, ${note}`,
      department,
      market,
      fields: {
        model: pick(random, models),
        voice: { ...pick(random, voices) },
        personality,
        phoneNumber: problem === undefined ? generateCompanyNumber(random, market) : null,
        settings: {
          speed: twentiethBetween(random, 9, 12),
          volume: twentiethBetween(random, 14, 18),
          temperature: twentiethBetween(random, 4, 12),
        },
        status: problem === undefined || problem === 'numberless' ? 'ready' : problem,
      },
    }
  })
}

/** The words of a name that say which of several agents of a department a flow is for, in the singular. */
const wordsOf = (name: string): string[] =>
  (name.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.replace(/s$/, ''))

/** The agent whose name says most about the flow; of several such agents, the first. */
export function agentFor<T>(flowName: string, agents: readonly T[], nameOf: (agent: T) => string): T | undefined {
  const words = new Set(wordsOf(flowName))
  const matchesOf = (agent: T) =>
    wordsOf(nameOf(agent).split(', ').slice(1).join(' ')).filter((word) => words.has(word)).length
  return agents.toSorted((one, other) => matchesOf(other) - matchesOf(one))[0]
}
