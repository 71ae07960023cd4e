/** Agents (specification 4.1, interface 1). */
import { sql } from 'kysely'
import type { Agent, ParsedBodyOf, ServiceEndpoints } from '#contract/index.ts'
import { iso } from './clock.ts'
import type { Database, Tables } from './database.ts'
import type { Handlers } from './handlers.ts'
import type { House } from './house.ts'
import { offsetOf, paginationOf } from './pages.ts'
import { ids } from './random.ts'
import { notFound } from './refused.ts'

export type AgentFields = Pick<Agent, 'model' | 'voice' | 'personality' | 'phoneNumber' | 'settings' | 'status'>

const standardSettings = { speed: 0.5, volume: 0.8, temperature: 0.4 }

/** The record as the interface spells it. */
export function agentOf(row: Tables['agent']): Agent {
  const fields = JSON.parse(row.record) as AgentFields
  return { id: row.id, name: row.name, ...fields, createdAt: iso(row.created_at), updatedAt: iso(row.updated_at) }
}

/**
 * Finds an agent of the caller's organization.
 *
 * @returns its row, or undefined when it does not exist or belongs to others
 */
export const findAgent = (database: Database, organisation: string, id: string) =>
  database
    .selectFrom('agent')
    .selectAll()
    .where('id', '=', id)
    .where('organisation', '=', organisation)
    .executeTakeFirst()

type Changes = ParsedBodyOf<ServiceEndpoints['agentUpdate']>

/** The fields after a change. Settings are merged; the voice is replaced, since provider and voice belong together. */
function changed(fields: AgentFields, changes: Changes): AgentFields {
  return {
    ...fields,
    model: changes.model ?? fields.model,
    voice: changes.voice ?? fields.voice,
    personality: changes.personality ?? fields.personality,
    phoneNumber: changes.phoneNumber === undefined ? fields.phoneNumber : changes.phoneNumber,
    settings: { ...fields.settings, ...changes.settings },
  }
}

type AgentEndpoints = 'agentList' | 'agentShow' | 'agentCreate' | 'agentUpdate' | 'agentDelete'

export function agentHandlers(house: House): Handlers<AgentEndpoints> {
  const { database, clock } = house
  const existing = async (organisation: string, id: string) => {
    const row = await findAgent(database, organisation, id)
    if (row === undefined) throw notFound(`The agent ${id}`)
    return row
  }
  return {
    agentList: async ({ query, caller }) => {
      const matching = database
        .selectFrom('agent')
        .where('organisation', '=', caller.organisation)
        .where(sql<boolean>`instr(lower(name), lower(${query.search ?? ''})) > 0`)
      const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await matching
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(query.limit)
        .offset(offsetOf(query))
        .execute()
      return { agents: rows.map(agentOf), pagination: paginationOf(query, total) }
    },

    agentShow: async ({ params, caller }) => agentOf(await existing(caller.organisation, params.agentId)),

    agentCreate: async ({ body, caller }) => {
      const now = clock.now()
      const fields = changed(
        {
          model: body.model,
          voice: body.voice,
          personality: '',
          phoneNumber: null,
          settings: standardSettings,
          status: 'ready',
        },
        body,
      )
      const row = {
        ...caller,
        id: ids.record(house.random),
        name: body.name,
        record: JSON.stringify(fields),
        created_at: now,
        updated_at: now,
      }
      await database.insertInto('agent').values(row).execute()
      return agentOf(row)
    },

    agentUpdate: async ({ params, body, caller }) => {
      const before = await existing(caller.organisation, params.agentId)
      const after = {
        name: body.name ?? before.name,
        record: JSON.stringify(changed(JSON.parse(before.record) as AgentFields, body)),
        // Later than before, even in the same millisecond: readers tell versions apart by it.
        updated_at: Math.max(clock.now(), before.updated_at + 1),
      }
      await database.updateTable('agent').set(after).where('id', '=', before.id).execute()
      return agentOf({ ...before, ...after })
    },

    agentDelete: async ({ params, caller }) => {
      const { id, name } = await existing(caller.organisation, params.agentId)
      await database.transaction().execute(async (db) => {
        await db.updateTable('flow').set({ agent_id: null }).where('agent_id', '=', id).execute()
        await db.deleteFrom('agent').where('id', '=', id).execute()
      })
      return { status: 'success', message: `Agent ${name} was deleted.` }
    },
  }
}
