/** Seeds messaging agents: one for each department, with a flow for replies and, for some, one that starts conversations. */

import { organisations } from '../auth/keys.ts'
import type { MessageFlowFields, MessagingAgentFields } from '../records/messaging.ts'
import { integerBetween, newId, seededRandom } from '../shared/random.ts'
import { type Department, departments } from './company.ts'
import { dayMs, type MessagingDesk, type SeedContext } from './seed-context.ts'

/** A department's messaging agent ("desk") and the first message of its conversations. */
interface DeskFacts {
  /** Name, channel and prompt of the agent. */
  agent: readonly [name: string, channel: 'sms' | 'whatsapp' | 'email', prompt: string]
  /** Name and first message of the flow that starts conversations. */
  opening?: readonly [name: string, message: string]
  /** Sends the opening without review. */
  autopilot?: true
}

const deskFacts: Record<Department, DeskFacts> = {
  renewals: {
    agent: ['Willa', 'sms', 'Answer questions about the home service plan. Name the price before you are asked.'],
    opening: [
      'Plan renewal, reminder',
      'Hi {first_name}, your home service plan ends on {date}. Reply YES to keep it at {amount} a month, or ask me anything.',
    ],
  },
  scheduling: {
    agent: ['Ezra', 'sms', 'Confirm and move visits. Offer two openings, not a list.'],
    opening: [
      'Visit reminder',
      'Hi {first_name}, {technician} will be with you on {date} between {window}. Reply CHANGE to move it.',
    ],
  },
  deliveries: {
    agent: ['Noor', 'whatsapp', 'Say where the delivery is. Ask about stairs every time.'],
    opening: [
      'Delivery notice',
      'Hi {first_name}, your {product} arrives on {date} between {window}. Is there an elevator, or are there stairs?',
    ],
    autopilot: true,
  },
  accounts: {
    agent: ['Linus', 'email', 'Help with invoices. Never ask for a card number.'],
    opening: [
      'Invoice reminder',
      'Hello {first_name}, {amount} has been open since {past_date}. Should we split it in two parts?',
    ],
  },
  support: {
    agent: ['Greta', 'whatsapp', 'One step at a time. Gas or smoke: give the emergency number and nothing else.'],
  },
  surveys: {
    agent: ['Milo', 'sms', 'Three questions, one at a time. Thank them for every answer.'],
    opening: [
      'After a visit',
      'Hi {first_name}, how was {technician}’s visit, from 1 to 5? One number is enough. Thank you!',
    ],
  },
  welcome: {
    agent: ['Opal', 'email', 'Greet new customers and help them log in. Be brief.'],
  },
}

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
    } = deskFacts[department]
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
