/** Texts that only search, the audit and the settings show. They are not in `texts.tsx`, because every page loads that. */
import type { Found } from '#contract/index.ts'
import type { NavPage } from './page-table.ts'
import type { SettingsPart } from './paths.ts'

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

export const settingsLabels: Readonly<Record<SettingsPart, string>> = {
  service: 'Service',
  'calling-rules': 'Calling rules',
  'call-concerns': 'Attention rules',
  review: 'Review',
  stop: 'Emergency stop',
  operators: 'Operators',
  audit: 'Audit log',
  webhooks: 'Webhooks',
  prices: 'Prices (in Reports)',
  data: 'Backups and retention',
  account: 'Your account',
  sessions: 'Your sessions',
  appearance: 'Appearance',
  keyboard: 'Keyboard',
}

/** Other words that people type to find a part of the settings. */
export const settingsKeywords: Readonly<Record<SettingsPart, string>> = {
  service: 'connection, API key, workspaces, optional features, extensions, simulation keys',
  'calling-rules': 'contact limits, how often a person is called, calling hours, weekdays, holidays, time zones',
  'call-concerns': 'call concerns, needs a look, watched words, phrases, long calls, live calls, wall',
  review: 'reject, reasons, drafts, decisions, snippets, text templates',
  stop: 'stop switch, stop all changes, halt, allow changes',
  operators: 'people, users, accounts, roles, invite, disable',
  audit: 'history, who did what, export',
  webhooks: 'events, deliveries, signature',
  prices: 'price of calls and messages, costs, money, currency, tariff, billing, invoice, rate per minute',
  data: 'backup, restore, database, copy, PostgreSQL, retention, transcripts, how long calls are kept',
  account: 'change password, name, e-mail, profile',
  sessions: 'signed in, devices, browsers, sign out elsewhere, log out',
  appearance: 'theme, dark, light, undo window, notifications, desktop, notes',
  keyboard: 'shortcuts, single keys, hotkeys, help',
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
