/** Who writes at Northfield Home: one desk for each department, with a flow that answers and, for some, one that begins. */

import { organisations } from '../auth/keys.ts'
import type { MessageFlowFields, MessagingAgentFields } from '../records/messaging.ts'
import { ids, integerBetween, seededRandom } from '../shared/random.ts'
import { type Department, departments } from './company.ts'
import { type Desk, day, type SeedContext } from './seed-context.ts'

interface DeskFacts {
  /** The name it signs with, its channel, and how it answers. */
  agent: readonly [name: string, channel: 'sms' | 'whatsapp' | 'email', prompt: string]
  /** What it writes first where it begins: the flow's name, and the message. */
  begins?: readonly [name: string, message: string]
  /** Where it begins, it does so without review. */
  autopilot?: true
}

const facts: Record<Department, DeskFacts> = {
  renewals: {
    agent: ['Willa', 'sms', 'Answer questions about the home care plan. Name the price before you are asked.'],
    begins: [
      'Plan renewal, reminder',
      'Hi {first_name}, your home care plan ends on {date}. Reply YES to keep it at {amount} a month, or ask me anything.',
    ],
  },
  scheduling: {
    agent: ['Ezra', 'sms', 'Confirm and move visits. Offer two openings, not a list.'],
    begins: [
      'Visit reminder',
      'Hi {first_name}, {technician} will be with you on {date} between {window}. Reply CHANGE to move it.',
    ],
  },
  deliveries: {
    agent: ['Noor', 'whatsapp', 'Say where the delivery is. Ask about stairs every time.'],
    begins: [
      'Delivery notice',
      'Hi {first_name}, your {product} arrives on {date} between {window}. Is there a lift, or are there stairs?',
    ],
    autopilot: true,
  },
  accounts: {
    agent: ['Linus', 'email', 'Help with invoices. Never ask for a card number.'],
    begins: [
      'Invoice reminder',
      'Hello {first_name}, {amount} are still open since {past_date}. Shall we split it in two parts?',
    ],
  },
  support: {
    agent: ['Greta', 'whatsapp', 'One step at a time. Gas or smoke: give the emergency number and nothing else.'],
  },
  surveys: {
    agent: ['Milo', 'sms', 'Three questions, one at a time. Thank them for every answer.'],
    begins: [
      'After a visit',
      'Hi {first_name}, how was {technician}’s visit, from 1 to 5? One number is enough. Thank you!',
    ],
  },
  welcome: {
    agent: ['Opal', 'email', 'Greet new customers and help them log in. Be brief.'],
  },
}

/** Plants them. Its randomness is its own, so that everything else stays what the seed made it. */
export async function seedMessaging({
  database,
  context,
  workspace,
  now,
}: SeedContext): Promise<Record<Department, Desk>> {
  const random = seededRandom(`${context.seed}/messaging`)
  const owner = { organisation: organisations.main, workspace }
  const times = () => {
    const created_at = now - integerBetween(random, 30 * day, 300 * day)
    return { created_at, updated_at: created_at + integerBetween(random, 0, 25 * day) }
  }
  const desks: Partial<Record<Department, Desk>> = {}
  for (const department of departments) {
    const {
      agent: [person, messageChannel, prompt],
      begins,
      autopilot = false,
    } = facts[department]
    const title = department.charAt(0).toUpperCase() + department.slice(1)
    const desk = {
      agentId: ids.record(random),
      agentName: `${person} · ${title}, by message`,
      flowId: ids.record(random),
    }
    const agent: MessagingAgentFields = {
      model: 'gpt-4o-mini',
      messageChannel,
      phoneNumberId: messageChannel === 'email' ? null : ids.record(random),
      status: 'ready',
      settings: { temperature: 0.3, signature: `${person}, Northfield Home` },
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
    if (begins !== undefined) {
      const [name, initiationMessage] = begins
      flows.push({
        id: ids.record(random),
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
  return desks as Record<Department, Desk>
}
