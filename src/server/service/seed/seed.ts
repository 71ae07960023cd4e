/** Writes the seed data at the first start: a company on an ordinary working day. Its times are relative to that start. */

import { dayMs } from '#calling-hours/zone-clock.ts'
import { organisations } from '../auth/keys.ts'
import type { ServiceContext } from '../shared/context.ts'
import { integerBetween, newId, seededRandom } from '../shared/random.ts'
import type { Database, Tables } from '../store/database.ts'
import { agentFor, generateAgents } from './company.ts'
import { generateFlows } from './flows.ts'
import { type BatchToSeed, seedBatch } from './seed-batch.ts'
import { type CallingAgent, readSetting, type SeedContext, type SeededAgent } from './seed-context.ts'
import { seedConversations } from './seed-conversations.ts'
import { seedMessaging } from './seed-messaging.ts'

/** IDs of seeded records, for clients that cannot list them. */
export interface SeededRecords {
  batches: { batchId: string; name: string; agentId: string }[]
  conversations: string[]
}

const batches: readonly BatchToSeed[] = [
  { label: 'Autumn renewals, West', department: 'renewals', rows: 48, isFinished: true },
  { label: 'Visit reminders, next week', department: 'scheduling', rows: 120, isFinished: false },
]

/**
 * Writes the seed data in one transaction, unless it was written before.
 *
 * @param context `seed` determines the data, `clock` its times
 */
export async function seedDatabase(context: ServiceContext, workspace: string): Promise<void> {
  await context.database.transaction().execute(async (database) => {
    const alreadySeeded = await database
      .selectFrom('setting')
      .selectAll()
      .where('name', '=', 'planted')
      .executeTakeFirst()
    if (alreadySeeded !== undefined) return
    const seedContext: SeedContext = {
      database,
      random: seededRandom(context.seed),
      workspace,
      now: context.clock.now(),
      context,
    }
    const agents = await seedAgents(seedContext)
    const callers = await seedFlows(seedContext, agents)
    const desks = await seedMessaging(seedContext)
    const conversations = await seedConversations(seedContext, callers, desks)
    for (const batch of batches) await seedBatch(seedContext, batch, callers)
    await database
      .insertInto('setting')
      .values([
        { name: 'planted', value: context.seed },
        { name: 'conversations', value: JSON.stringify(conversations) },
        { name: 'callers', value: JSON.stringify(callers) },
        { name: 'desks', value: JSON.stringify(desks) },
      ])
      .execute()
  })
}

/** Reads the IDs of the records that were seeded at the first start. */
export async function readSeededRecords(database: Database): Promise<SeededRecords> {
  const rows = await database
    .selectFrom('batch')
    .select(['id', 'label', 'agent_id'])
    .where('label', 'is not', null)
    .orderBy('created_at')
    .execute()
  return {
    batches: rows.map(({ id, label, agent_id }) => ({ batchId: id, name: label ?? '', agentId: agent_id })),
    conversations: (await readSetting<string[]>(database, 'conversations')) ?? [],
  }
}

async function seedAgents({ database, random, workspace, now }: SeedContext): Promise<SeededAgent[]> {
  const agents = generateAgents(random).map(({ name, department, market, fields }, index): SeededAgent => {
    // Created in list order over the last year, the newest ones in the last weeks.
    const created_at = now - (45 - index) * 7 * dayMs - integerBetween(random, 0, 5 * dayMs)
    const row = {
      id: newId.record(random),
      organisation: organisations.main,
      workspace,
      name,
      record: JSON.stringify(fields),
      created_at,
      updated_at: created_at + integerBetween(random, 0, Math.floor((now - created_at) * 0.9)),
    }
    return { row, department, market }
  })
  await database
    .insertInto('agent')
    .values(agents.map(({ row }) => row))
    .execute()
  return agents
}

/** Gives each flow an agent of its department and market. Returns the agents that can place calls, with their flows. */
async function seedFlows(
  { database, random, workspace, now }: SeedContext,
  agents: readonly SeededAgent[],
): Promise<CallingAgent[]> {
  const agentsWithoutFlow = new Set(agents.filter(({ row }) => row.record.includes('"phoneNumber":"')))
  const callers: CallingAgent[] = []
  const flows: Tables['flow'][] = []
  for (const { name, department, market, fields } of generateFlows(random)) {
    const agent = agentFor(
      name,
      [...agentsWithoutFlow].filter((one) => one.department === department && one.market === market),
      ({ row }) => row.name,
    )
    if (agent !== undefined) agentsWithoutFlow.delete(agent)
    const created_at = now - integerBetween(random, 20 * dayMs, 300 * dayMs)
    const id = newId.record(random)
    flows.push({
      id,
      organisation: organisations.main,
      workspace,
      name,
      agent_id: agent?.row.id ?? null,
      record: JSON.stringify(fields),
      created_at,
      updated_at: created_at + integerBetween(random, 0, Math.floor((now - created_at) * 0.9)),
    })
    if (agent !== undefined && fields.isActive && fields.direction !== 'inbound')
      callers.push({ agentId: agent.row.id, agentName: agent.row.name, flowId: id, department, market })
  }
  await database.insertInto('flow').values(flows).execute()
  return callers
}
