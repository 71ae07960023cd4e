/** Seeds messaging agents: one for each department, with a flow for replies and, for some, one that starts conversations. */

import { dayMs } from '#calling-hours/zone-clock.ts'
import { organisations } from '../auth/keys.ts'
import type { MessageFlowFields, MessagingAgentFields } from '../records/messaging.ts'
import { integerBetween, newId, seededRandom } from '../shared/random.ts'
import { type Department, departmentFacts, departments } from './company.ts'
import { type MessagingDesk, type SeedContext } from './seed-context.ts'

/** Seeds the messaging agents. It has its own random sequence, so that it does not change the rest of the seed data. */
export async function seedMessaging({
  database,
  context,
  workspace,
  now,
}: SeedContext): Promise<Record<Department, MessagingDesk>> {
  const random = seededRandom(`${context.seed}/messaging`)
  const owner = { organisation: organisations.main, workspace }
  const times = () => {
    const created_at = now - integerBetween(random, 30 * dayMs, 300 * dayMs)
    return { created_at, updated_at: created_at + integerBetween(random, 0, 25 * dayMs) }
  }
  const desks: Partial<Record<Department, MessagingDesk>> = {}
  for (const department of departments) {
    const {
      agent: [firstName, messageChannel, prompt],
      opening,
      autopilot = false,
    } = departmentFacts[department].desk
    const title = department.charAt(0).toUpperCase() + department.slice(1)
    const desk = {
      agentId: newId.record(random),
      agentName: `${firstName} · ${title}, by message`,
      flowId: newId.record(random),
      channel: messageChannel,
    }
    const agent: MessagingAgentFields = {
      model: 'gpt-4o-mini',
      messageChannel,
      phoneNumberId: messageChannel === 'email' ? null : newId.record(random),
      status: 'ready',
      settings: { temperature: 0.3, signature: `${firstName}, Northfield Home` },
    }
    const flow: MessageFlowFields = {
      direction: 'bidirectional',
      prompt,
      initiationMessage: '',
      isActive: true,
      autopilot: false,
      messageChannel,
      settings: { delay: 20 },
    }
    await database
      .insertInto('messaging_agent')
      .values({ ...owner, id: desk.agentId, name: desk.agentName, record: JSON.stringify(agent), ...times() })
      .execute()
    const flows = [{ id: desk.flowId, name: `${title}, replies`, fields: flow }]
    if (opening !== undefined) {
      const [name, initiationMessage] = opening
      flows.push({
        id: newId.record(random),
        name,
        fields: { ...flow, direction: 'outbound', autopilot, initiationMessage },
      })
    }
    for (const { id, name, fields } of flows) {
      await database
        .insertInto('message_flow')
        .values({ ...owner, id, name, agent_id: desk.agentId, record: JSON.stringify(fields), ...times() })
        .execute()
    }
    desks[department] = desk
  }
  return desks as Record<Department, MessagingDesk>
}
