/** The parts of the settings by group, as the settings and the command palette list them. Not in the page table, because the first page loads that. */
import type { EndpointName } from '#contract/index.ts'

export interface SettingsPage<Part = SettingsPart> {
  part: Part
  label: string
  /** Other words that people type to find it. */
  keywords: string
  /** Operators who may not use this endpoint cannot see the part. */
  needs: EndpointName | undefined
}

const page = <const Part extends string>(
  part: Part,
  label: string,
  keywords: string,
  needs?: EndpointName,
): SettingsPage<Part> => ({ part, label, keywords, needs })

export const settingsGroups = [
  {
    label: 'You',
    pages: [
      page('account', 'Your account', 'change password, name, e-mail, profile'),
      page('sessions', 'Your sessions', 'signed in, devices, browsers, sign out elsewhere, log out'),
      page('appearance', 'Appearance', 'theme, dark, light, undo window, notifications, desktop, notes'),
      page('keyboard', 'Keyboard', 'shortcuts, single keys, hotkeys, help'),
    ],
  },
  {
    label: 'Rules',
    pages: [
      page(
        'calling-rules',
        'Calling rules',
        'contact limits, how often a person is called, calling hours, weekdays, holidays, time zones',
      ),
      page(
        'call-concerns',
        'Attention rules',
        'call concerns, needs a look, watched words, phrases, long calls, live calls, wall',
      ),
      page('review', 'Review', 'reject, reasons, drafts, decisions, snippets, text templates'),
      page('stop', 'Emergency stop', 'stop switch, stop all changes, halt, allow changes'),
    ],
  },
  {
    label: 'Service',
    pages: [
      page('service', 'Service', 'connection, API key, workspaces, optional features, extensions, simulation keys'),
      page('webhooks', 'Webhooks', 'events, deliveries, signature'),
      page(
        'prices',
        'Prices (in Reports)',
        'price of calls and messages, costs, money, currency, tariff, billing, invoice, rate per minute',
      ),
    ],
  },
  {
    label: 'People',
    pages: [page('operators', 'Operators', 'people, users, accounts, roles, invite, disable', 'operatorList')],
  },
  {
    label: 'Data',
    pages: [
      page(
        'data',
        'Backups and retention',
        'backup, restore, database, copy, PostgreSQL, retention, transcripts, how long calls are kept',
        'backupList',
      ),
      page('audit', 'Audit log', 'history, who did what, export', 'historyList'),
    ],
  },
]

export type SettingsPart = (typeof settingsGroups)[number]['pages'][number]['part']

export const settingsPages = settingsGroups.flatMap<SettingsPage>(({ pages }) => pages)
