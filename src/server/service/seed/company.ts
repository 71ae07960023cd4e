/** Seed data of the fictional company Northfield Home, which sells and services appliances: its departments and agents. */
import type { AgentFields } from '../records/agents.ts'
import { integerBetween, pick, type Random } from '../shared/random.ts'
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
}

export const departmentFacts: Record<Department, DepartmentFacts> = {
  renewals: {
    title: 'Renewals',
    work: 'You call customers whose home care plan ends within the month and help them decide whether to keep it.',
    instructions: [
      'Name the monthly price before you are asked.',
      'Offer the first month free once, and only after a no.',
      'Never press: a customer who wants to leave is told how.',
    ],
    staff: [
      ['Nora', 'US', 'West'],
      ['Miles', 'US', 'East'],
      ['Imogen', 'UK', 'London and South'],
      ['Gareth', 'UK', 'North and Wales'],
      ['Clara', 'EU', 'Germany, in English'],
      ['Nora', 'US', 'second calls'],
      ['Felix', 'US', 'plan upgrades'],
      ['Odette', 'UK', 'win-back'],
    ],
  },
  scheduling: {
    title: 'Scheduling',
    work: 'You confirm, move and book visits of our technicians.',
    instructions: [
      'Repeat the date and time before you hang up.',
      'Offer two openings, not a list.',
      'Ask about gate codes and pets in one question.',
    ],
    staff: [
      ['Theo', 'US', 'West'],
      ['June', 'US', 'Mountain and Central'],
      ['Ada', 'US', 'East'],
      ['Rowan', 'UK', 'all regions'],
      ['Maeve', 'UK', 'yearly checks'],
      ['Jonas', 'EU', 'yearly checks'],
      ['Iris', 'US', 'missed visits'],
      ['Sam', 'US', 'winter backlog'],
    ],
  },
  deliveries: {
    title: 'Deliveries',
    work: 'You tell customers when their appliance arrives and make sure that it fits through the door.',
    instructions: [
      'Say the day and the window in the first sentence.',
      'Ask about stairs every time.',
      'Apologise once for a delay, then solve it.',
    ],
    staff: [
      ['Hugo', 'US', 'West depot'],
      ['Bea', 'US', 'Dallas depot'],
      ['Otis', 'US', 'Newark depot'],
      ['Freya', 'UK', 'Leeds depot'],
      ['Nils', 'EU', 'Hamburg depot'],
      ['Wren', 'US', 'installation follow-up'],
      ['Bea', 'US', 'large items'],
    ],
  },
  accounts: {
    title: 'Accounts',
    work: 'You remind customers of overdue invoices and agree with them on how to pay.',
    instructions: [
      'Speak only with the account holder.',
      'Never ask for a card number on the phone.',
      'Offer instalments before you mention fees, and stay kind.',
    ],
    staff: [
      ['Vera', 'US', 'first reminder'],
      ['Saul', 'US', 'second reminder'],
      ['Edith', 'UK', 'first reminder'],
      ['Anton', 'EU', 'first reminder'],
      ['Ruth', 'US', 'payment plans'],
      ['Vera', 'UK', 'payment plans'],
    ],
  },
  support: {
    title: 'Support',
    work: 'You follow up on repairs, help with simple faults and book a technician when a call is not enough.',
    instructions: [
      'Believe the customer.',
      'One step at a time, and wait for it.',
      'If there is a smell of gas or smoke, end everything else and give the emergency number.',
    ],
    staff: [
      ['Leo', 'US', 'repair follow-up'],
      ['Mina', 'US', 'repair follow-up, evenings'],
      ['Tess', 'UK', 'repair follow-up'],
      ['Emil', 'EU', 'repair follow-up'],
      ['Cora', 'US', 'filter recall'],
      ['Dex', 'US', 'front desk'],
      ['Tess', 'UK', 'front desk'],
    ],
  },
  surveys: {
    title: 'Surveys',
    work: 'You ask three questions after a visit and write down the answers word for word.',
    instructions: [
      'Promise one minute and keep it.',
      'Do not argue with a low mark.',
      'Ask for permission before you pass on a name.',
    ],
    staff: [
      ['Pia', 'US', 'after a visit'],
      ['Amos', 'UK', 'after a visit'],
      ['Lotte', 'EU', 'after a visit'],
      ['Pia', 'US', 'after a delivery'],
    ],
  },
  welcome: {
    title: 'Welcome',
    work: 'You greet new customers, check that their letter arrived and that they can log in.',
    instructions: [
      'Be brief: they did not ask for this call.',
      'Explain the emergency number slowly.',
      'Note a second contact if they offer one.',
    ],
    staff: [
      ['Joy', 'US', 'new plans'],
      ['Alma', 'UK', 'new plans'],
      ['Finn', 'EU', 'new plans'],
      ['Joy', 'US', 'moved house'],
      ['Kit', 'US', 'landlords'],
    ],
  },
}

const models = ['gpt-4o-mini', 'gpt-4o', 'gpt-4.1', 'gpt-4.1-mini', 'gemini-2.5-flash', 'gemini-2.0-flash-001'] as const
const voices = [
  { provider: 'elevenlabs', voiceId: 'EXAVITQu4vr4xnSDxMaL', name: 'Sarah', language: 'en' },
  { provider: 'elevenlabs', voiceId: 'onwK4e9ZLuTAKqWW03F9', name: 'Daniel', language: 'en-GB' },
  { provider: 'openai', voiceId: 'alloy', name: 'Alloy', language: 'en' },
  { provider: 'openai', voiceId: 'verse', name: 'Verse', language: 'en' },
  { provider: 'rime', voiceId: 'luna', name: 'Luna', language: 'en-US' },
  { provider: 'rime', voiceId: 'orion', name: 'Orion', language: 'en-US' },
  { provider: 'cartesia', voiceId: 'sonic-english-warm', name: 'Warm', language: 'en' },
  { provider: 'google', voiceId: 'en-US-Chirp3-HD-Aoede', name: 'Aoede', language: 'en-US' },
  { provider: 'google', voiceId: 'en-GB-Chirp3-HD-Charon', name: 'Charon', language: 'en-GB' },
] as const
const temperaments = [
  'Warm and unhurried; you let people finish.',
  'Cheerful, quick, and never at a loss for the next step.',
  'Calm and exact; you prefer a short sentence to a long one.',
  'Friendly with a dry sense of humour, which you use sparingly.',
] as const

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
