/** What the parts of planting share. */

import type { ServiceContext } from '../shared/context.ts'
import type { Random } from '../shared/random.ts'
import type { Database, Tables } from '../store/database.ts'
import type { Department } from './company.ts'
import type { Customer } from './people.ts'

/** In milliseconds. */
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

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
}

/** An agent that can place calls, with its flow. */
export interface Caller {
  agent: SeededAgent
  flowId: string
}

/** Who answers the customers of a department that write to us. */
export interface Desk {
  agentId: string
  agentName: string
  flowId: string
}

export const nameOf = ({ firstName, lastName }: Customer) => `${firstName} ${lastName}`
export const columnsOf = ({ firstName, lastName, email }: Customer) => ({
  first_name: firstName,
  last_name: lastName,
  email,
})
