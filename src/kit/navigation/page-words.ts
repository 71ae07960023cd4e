/** Other words by which people look for a page: the palette finds it by them. Apart from the pages, which every page loads. */
import type { Place } from './page-table.ts'

export const otherWords: Record<Place['id'], string> = {
  overview: 'home, start',
  calls: 'wall, transcript, rooms',
  batches: 'campaigns, CSV',
  review: 'drafts, approve, reject',
  conversations: 'messages, customers',
  'do-not-call': 'opt-out, DNC, suppression, block',
  agents: 'voices, models',
  'messaging-agents': 'SMS, WhatsApp, e-mail, channel',
  flows: 'routing, rules',
  'message-flows': 'autopilot, sends without review, SMS, WhatsApp, e-mail',
  settings: 'service, budget, operators, keyboard, appearance',
}
