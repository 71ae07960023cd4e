/** Texts that only search and the audit show. They are not in `texts.tsx`, because every page loads that. */

/** Other words that people type to find a page. */
export const pageKeywords = {
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
} as const
