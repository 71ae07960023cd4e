/** The parts of the settings, as the settings and the command palette list them. Not in the page table, because the first page loads that. */
import type { EndpointName } from '#contract/index.ts'
import { settingsKeywords, settingsLabels } from './navigation-texts.ts'
import type { SettingsPart } from './paths.ts'

interface SettingsPage {
  part: SettingsPart
  label: string
  keywords: string
  /** Operators who may not use this endpoint cannot see the part. */
  needs?: EndpointName
}

const order: readonly { part: SettingsPart; needs?: EndpointName }[] = [
  { part: 'service' },
  { part: 'calling-rules' },
  { part: 'call-concerns' },
  { part: 'review' },
  { part: 'stop' },
  { part: 'budget' },
  { part: 'prices' },
  { part: 'unknown' },
  { part: 'operators', needs: 'operatorList' },
  { part: 'audit', needs: 'historyList' },
  { part: 'webhooks' },
  { part: 'data', needs: 'backupList' },
  { part: 'account' },
  { part: 'sessions' },
  { part: 'appearance' },
  { part: 'keyboard' },
]

export const settingsPages: readonly SettingsPage[] = order.map(({ part, ...rest }) => ({
  part,
  label: settingsLabels[part],
  keywords: settingsKeywords[part],
  ...rest,
}))
