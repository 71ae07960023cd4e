import { UndoWindowSetting } from '#components/decisions/undo-window-setting.tsx'
import type { Draft } from '#contract/index.ts'
import { Select } from '#ui/forms/select.tsx'
import type { AgeFilter, Filter } from './queue.ts'

/** No filter, as a choice of its own: a list has no empty one. */
const all = '*'
const orNone = (choice: string) => (choice === all ? '' : choice)

/** Each id of the drafts with its name, and the one that the address names though no draft has it now. */
function choices(drafts: readonly Draft[], of: 'agent' | 'flow', chosen: string, every: string) {
  const named = new Map(drafts.map((draft) => [draft[`${of}Id`] ?? '', draft[`${of}Name`] ?? '']))
  if (chosen !== '' && !named.has(chosen)) named.set(chosen, '')
  named.delete('')
  return [
    { value: all, label: every },
    ...[...named]
      .map(([value, name]) => ({ value, label: name || value }))
      .toSorted((one, other) => one.label.localeCompare(other.label)),
  ]
}

const waits: readonly { value: Exclude<AgeFilter, ''> | typeof all; label: string }[] = [
  { value: all, label: 'Waiting any time' },
  { value: '10m', label: 'Over 10 minutes' },
  { value: '1h', label: 'Over 1 hour' },
  { value: '1d', label: 'Over 1 day' },
]

interface Props {
  filter: Filter
  drafts: readonly Draft[]
  onChange: (patch: Partial<Filter>) => void
}

export const Filters = ({ filter, drafts, onChange }: Props) => (
  <div className="flex flex-wrap items-center gap-2">
    <div className="w-48 max-w-full">
      <Select
        label="Agent"
        labelHidden
        value={filter.agent || all}
        onChange={(agent) => onChange({ agent: orNone(agent) })}
        options={choices(drafts, 'agent', filter.agent, 'Every agent')}
      />
    </div>
    <div className="w-48 max-w-full">
      <Select
        label="Flow"
        labelHidden
        value={filter.flow || all}
        onChange={(flow) => onChange({ flow: orNone(flow) })}
        options={choices(drafts, 'flow', filter.flow, 'Every flow')}
      />
    </div>
    <div className="w-44 max-w-full">
      <Select
        label="Waiting"
        labelHidden
        value={filter.age || all}
        onChange={(age) => onChange({ age: age === all ? '' : age })}
        options={waits}
      />
    </div>
    <div className="flex items-center gap-2 sm:ml-auto">
      <span aria-hidden className="text-label text-muted">
        Hold decisions for
      </span>
      <div className="w-44">
        <UndoWindowSetting labelHidden />
      </div>
    </div>
  </div>
)
