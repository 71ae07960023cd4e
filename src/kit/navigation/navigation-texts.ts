/** Texts that only search and the audit show. They are not in `texts.tsx`, because every page loads that. */
import type { Found } from '#contract/index.ts'
import type { NavPage } from './page-table.ts'

/** Other words that people type to find a page. */
export const pageKeywords: Readonly<Record<NavPage['id'], string>> = {
  overview: 'home, start',
  unfinished:
    'unconfirmed actions, unknown outcomes, resolve, not delivered, your decisions, prepared batches, approvals',
  calls: 'wall, transcript, rooms',
  'ended-calls': 'recent, history, past, log, transcripts, what was said',
  batches: 'campaigns, CSV',
  reports:
    'answers, analytics, statistics, charts, reach, answer rate, best hour, figures, request budget, limit, quota, 429, costs',
  review: 'queue, drafts, approve, reject, undo',
  conversations: 'messages, customers',
  'do-not-call': 'opt-out, DNC, suppression, block',
  agents: 'voices, models',
  'messaging-agents': 'SMS, WhatsApp, e-mail, channel',
  flows: 'routing, rules',
  'message-flows': 'autopilot, sends without review, SMS, WhatsApp, e-mail',
  settings: 'service, operators, keyboard, appearance',
}

/** Names of the kinds of records, as in "Open the call with this ID". */
export const kindNames: Readonly<Record<Found['kind'], string>> = {
  conversation: 'conversation',
  person: 'person',
  call: 'call',
  batch: 'batch',
  flow: 'flow',
  'message-flow': 'message flow',
  'messaging-agent': 'messaging agent',
  agent: 'agent',
}
