/** Facts of a record that need more than a word: its settings as measures, and the fields that the interface does not name. */
import type { Agent } from '#contract/index.ts'
import type { Fact } from '#ui/layout/section.tsx'
import { fieldLabels } from './draft.ts'

const measures = ['speed', 'volume', 'temperature'] as const

/** A setting from 0 to 1: its number, and how far along it stands. */
const Measure = ({ value }: { value: number | null }) =>
  value === null ? (
    <span className="text-muted">not told</span>
  ) : (
    <span className="flex items-center gap-3">
      <span className="w-9 tabular-nums">{value.toFixed(2)}</span>
      <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1 flex-1">
        <rect width="100" height="4" className="fill-pressed" />
        <rect width={Math.min(1, Math.max(0, value)) * 100} height="4" className="fill-muted" />
      </svg>
    </span>
  )

export const settingFacts = ({ settings }: Agent): Fact[] =>
  measures.map((name) => ({ term: fieldLabels[`settings.${name}`], value: <Measure value={settings[name]} /> }))

const named = new Set([
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

/** Words, numbers and yes or no that this service has and the interface does not name. */
export const otherFacts = (agent: Agent): Fact[] =>
  Object.entries(agent)
    .filter(([name, value]) => !named.has(name) && ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => ({ term: name, value: String(value) }))
