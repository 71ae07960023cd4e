/** The parts of the settings by group, as the settings and the command palette list them. Not in the page table, because the first page loads that. */
import type { EndpointName } from '#contract/index.ts'
import { settingsKeywords, settingsLabels } from './navigation-texts.ts'
import type { SettingsPart } from './paths.ts'

export interface SettingsPage {
  part: SettingsPart
  label: string
  keywords: string
  /** Operators who may not use this endpoint cannot see the part. */
  needs?: EndpointName
}

const settingsPage = (part: SettingsPart, needs?: EndpointName): SettingsPage => ({
  part,
  label: settingsLabels[part],
  keywords: settingsKeywords[part],
  ...(needs && { needs }),
})

export const settingsGroups: readonly { label: string; pages: readonly SettingsPage[] }[] = [
  {
    label: 'You',
    pages: (['account', 'sessions', 'appearance', 'keyboard'] as const).map((part) => settingsPage(part)),
  },
  {
    label: 'Rules',
    pages: (['calling-rules', 'call-concerns', 'review', 'stop'] as const).map((part) => settingsPage(part)),
  },
  { label: 'Service', pages: (['service', 'webhooks', 'prices'] as const).map((part) => settingsPage(part)) },
  { label: 'People', pages: [settingsPage('operators', 'operatorList')] },
  { label: 'Data', pages: [settingsPage('data', 'backupList'), settingsPage('audit', 'historyList')] },
]

export const settingsPages: readonly SettingsPage[] = settingsGroups.flatMap(({ pages }) => pages)
