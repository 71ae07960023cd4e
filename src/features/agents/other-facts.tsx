/** An agent's settings, and the fields that the interface does not specify. */
import type { Agent } from '#contract/index.ts'
import type { Fact } from '#ui/layout/section.tsx'
import * as texts from './texts.ts'

const settingNames = ['speed', 'volume', 'temperature'] as const

/** A setting from 0 to 1, as a number and a bar. */
const SettingValue = ({ value }: { value: number | null }) =>
  value === null ? (
    <span className="text-muted">{texts.unknown}</span>
  ) : (
    <span className="flex items-center gap-3">
      <span className="w-9 tabular-nums">{value.toFixed(2)}</span>
      <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1 flex-1">
        <rect width="100" height="4" className="fill-pressed" />
        <rect width={Math.min(1, Math.max(0, value)) * 100} height="4" className="fill-muted" />
      </svg>
    </span>
  )

export const settingFacts = (agent: Agent): Fact[] =>
  settingNames.map((name) => ({
    term: texts.fieldLabels[`settings.${name}`],
    value: <SettingValue value={agent.settings[name]} />,
  }))

const specifiedFields = new Set([
  'id',
  'name',
  'model',
  'voice',
  'personality',
  'phoneNumber',
  'settings',
  'status',
  'createdAt',
  'updatedAt',
])

/** Texts, numbers and booleans that this service has and the interface does not specify. */
export const otherFacts = (agent: Agent): Fact[] =>
  Object.entries(agent)
    .filter(([name, value]) => !specifiedFields.has(name) && ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => ({ term: name, value: String(value) }))
