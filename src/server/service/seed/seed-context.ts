/** Types and helpers shared by the seed modules. */

import type { ServiceContext } from '../shared/context.ts'
import type { Random } from '../shared/random.ts'
import type { Database, Tables } from '../store/database.ts'
import type { Department } from './company.ts'
import type { Customer, Market } from './people.ts'

/** In milliseconds. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

export interface SeedContext {
  database: Database
  random: Random
  workspace: string
  now: number
  context: ServiceContext
}

export interface SeededAgent {
  row: Tables['agent']
  department: Department
  market: Market
}

/** An agent of the seed data that can place calls, with its flow. */
export interface CallingAgent {
  agentId: string
  agentName: string
  flowId: string
  department: Department
  market: Market
}

/** The messaging agent of a department and its flow. */
export interface MessagingDesk {
  agentId: string
  agentName: string
  flowId: string
  channel: 'sms' | 'whatsapp' | 'email'
}

/** Reads what the seed data recorded about itself; null without seed data. */
export async function readSetting<T>(database: Database, name: string): Promise<T | null> {
  const row = await database.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.value) as T)
}

export const fullNameOf = ({ firstName, lastName }: Customer) => `${firstName} ${lastName}`
export const columnsOf = ({ firstName, lastName, email }: Customer) => ({
  first_name: firstName,
  last_name: lastName,
  email,
})
