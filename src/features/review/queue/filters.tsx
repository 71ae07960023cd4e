/** Filters of the queue, and the undo window beside them. */
import { UndoWindowSetting } from '#components/decisions/undo-window-setting.tsx'
import type { Draft } from '#contract/index.ts'
import { Select } from '#ui/forms/select.tsx'
import type { AgeFilter, Filter } from './queue.ts'
import * as texts from './texts.ts'

/** Stands for no filter, because an option cannot have an empty value. */
const all = '*'
const orEmpty = (choice: string) => (choice === all ? '' : choice)

/** The agents or flows of the drafts, and the chosen one even if no draft has it now. */
function choices(drafts: readonly Draft[], of: 'agent' | 'flow', chosen: string, allLabel: string) {
  const named = new Map(drafts.map((draft) => [draft[`${of}Id`] ?? '', draft[`${of}Name`] ?? '']))
  if (chosen !== '' && !named.has(chosen)) named.set(chosen, '')
  named.delete('')
  return [
    { value: all, label: allLabel },
    ...[...named]
      .map(([value, name]) => ({ value, label: name || value }))
      .toSorted((one, other) => one.label.localeCompare(other.label)),
  ]
}

const waitOptions: readonly { value: Exclude<AgeFilter, ''> | typeof all; label: string }[] = [
  { value: all, label: texts.anyWait },
  { value: '10m', label: texts.over10Minutes },
  { value: '1h', label: texts.over1Hour },
  { value: '1d', label: texts.over1Day },
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
        label={texts.agentFilter}
        labelHidden
        value={filter.agent || all}
        onChange={(agent) => onChange({ agent: orEmpty(agent) })}
        options={choices(drafts, 'agent', filter.agent, texts.allAgents)}
      />
    </div>
    <div className="w-48 max-w-full">
      <Select
        label={texts.flowFilter}
        labelHidden
        value={filter.flow || all}
        onChange={(flow) => onChange({ flow: orEmpty(flow) })}
        options={choices(drafts, 'flow', filter.flow, texts.allFlows)}
      />
    </div>
    <div className="w-44 max-w-full">
      <Select
        label={texts.waitFilter}
        labelHidden
        value={filter.age || all}
        onChange={(age) => onChange({ age: age === all ? '' : age })}
        options={waitOptions}
      />
    </div>
    <div className="flex items-center gap-2 sm:ml-auto">
      <span aria-hidden className="text-label text-muted">
        {texts.undoWindow}
      </span>
      <div className="w-44">
        <UndoWindowSetting labelHidden />
      </div>
    </div>
  </div>
)
