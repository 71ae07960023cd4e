/** The first data: a company as it might be found on an ordinary working day. Planted once, relative to the first start. */

import { organisations } from '../auth/keys.ts'
import type { House } from '../shared/context.ts'
import { ids, seeded, whole } from '../shared/random.ts'
import type { Database } from '../store/database.ts'
import { departments, seedAgents } from './company.ts'
import { seedFlows } from './flows.ts'
import { type PlantedBatch, plantBatch } from './plant-batch.ts'
import { plantConversations } from './plant-conversations.ts'
import { plantMessaging } from './plant-messaging.ts'
import { type Caller, day, type SeededAgent, type Seeding } from './seeding.ts'

/** What was planted, for whoever cannot list it. */
export interface Planted {
  batches: { batchId: string; name: string; agentId: string }[]
  conversations: string[]
}

const batches: readonly PlantedBatch[] = [
  { label: 'Autumn renewals, West', department: 'renewals', rows: 48, finished: true },
  { label: 'Visit reminders, next week', department: 'scheduling', rows: 120, finished: false },
]

/**
 * Plants the first data, unless it was planted before; all of it or nothing.
 *
 * @param house its `seed` decides what; its clock, when
 */
export async function plantSeed(house: House, workspace: string): Promise<void> {
  await house.database.transaction().execute(async (database) => {
    const before = await database.selectFrom('setting').selectAll().where('name', '=', 'planted').executeTakeFirst()
    if (before !== undefined) return
    const seeding: Seeding = { database, random: seeded(house.seed), workspace, now: house.clock.now(), house }
    const agents = await plantAgents(seeding)
    const callers = await plantFlows(seeding, agents)
    const desks = await plantMessaging(seeding)
    const conversations = await plantConversations(seeding, callers, desks)
    for (const batch of batches) await plantBatch(seeding, batch, callers)
    await database
      .insertInto('setting')
      .values([
        { name: 'planted', value: house.seed },
        { name: 'conversations', value: JSON.stringify(conversations) },
      ])
      .execute()
  })
}

/** What was planted at the first start. */
export async function planted(database: Database): Promise<Planted> {
  const rows = await database
    .selectFrom('batch')
    .select(['id', 'label', 'agent_id'])
    .where('label', 'is not', null)
    .orderBy('created_at')
    .execute()
  const kept = await database
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'conversations')
    .executeTakeFirst()
  return {
    batches: rows.map(({ id, label, agent_id }) => ({ batchId: id, name: label ?? '', agentId: agent_id })),
    conversations: kept === undefined ? [] : (JSON.parse(kept.value) as string[]),
  }
}

async function plantAgents({ database, random, workspace, now }: Seeding): Promise<SeededAgent[]> {
  const agents = seedAgents(random).map(({ name, department, fields }, place): SeededAgent => {
    // In the order of the list, over the last year; the newest three are from this week.
    const created_at = now - (45 - place) * 7 * day - whole(random, 0, 5 * day)
    const row = {
      id: ids.record(random),
      organisation: organisations.main,
      workspace,
      name,
      record: JSON.stringify(fields),
      created_at,
      updated_at: created_at + whole(random, 0, Math.floor((now - created_at) * 0.9)),
    }
    return { row, department }
  })
  await database
    .insertInto('agent')
    .values(agents.map(({ row }) => row))
    .execute()
  return agents
}

/** Flows go to the agents of their department in turn. Returns the agents that can place calls, with their flow. */
async function plantFlows(
  { database, random, workspace, now }: Seeding,
  agents: readonly SeededAgent[],
): Promise<Caller[]> {
  const free = new Map(
    departments.map((name) => [
      name,
      agents.filter(({ department, row }) => department === name && row.record.includes('"phoneNumber":"')),
    ]),
  )
  const callers: Caller[] = []
  for (const { name, department, fields } of seedFlows(random)) {
    const agent = free.get(department)?.shift()
    const created_at = now - whole(random, 20 * day, 300 * day)
    const id = ids.record(random)
    await database
      .insertInto('flow')
      .values({
        id,
        organisation: organisations.main,
        workspace,
        name,
        agent_id: agent?.row.id ?? null,
        record: JSON.stringify(fields),
        created_at,
        updated_at: created_at + whole(random, 0, Math.floor((now - created_at) * 0.9)),
      })
      .execute()
    if (agent !== undefined && fields.isActive && fields.direction !== 'inbound') callers.push({ agent, flowId: id })
  }
  return callers
}
