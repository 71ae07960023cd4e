/** The parts of the settings: one table. Apart from that of the pages, of which the first page has need. */
import type { EndpointName } from '#contract/index.ts'
import type { SettingsPart } from './paths.ts'

interface SettingsPlace {
  part: SettingsPart
  label: string
  also: string
  /** Who may not use this has nothing to see there. */
  needs?: EndpointName
}

/** The parts of the settings, as their page and the palette list them. */
export const settingsPlaces: readonly SettingsPlace[] = [
  { part: 'service', label: 'Service', also: 'connection, API key, workspaces, extensions, simulation keys' },
  {
    part: 'calling-rules',
    label: 'Calling rules',
    also: 'contact limits, how often a person is called, calling hours, weekdays, holidays, time zones',
  },
  { part: 'stop', label: 'Stop switch', also: 'stop all changes, emergency, halt, allow changes' },
  { part: 'budget', label: 'Request budget', also: 'limit, requests a minute, 429' },
  { part: 'unknown', label: 'Unknown outcomes', also: 'settle, lost answers' },
  { part: 'operators', label: 'Operators', also: 'people, roles, invite, disable', needs: 'operatorList' },
  { part: 'audit', label: 'Audit', also: 'history, who did what, export', needs: 'historyList' },
  { part: 'webhooks', label: 'Webhooks', also: 'events, deliveries, signature' },
  { part: 'data', label: 'Data', also: 'backup, restore, database, copy, PostgreSQL', needs: 'backupList' },
  { part: 'sessions', label: 'Your sessions', also: 'account, signed in, devices, browsers, sign out elsewhere' },
  { part: 'appearance', label: 'Appearance', also: 'theme, dark, light, density, hold' },
  { part: 'keyboard', label: 'Keyboard', also: 'shortcuts, single keys' },
]
