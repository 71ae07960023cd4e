/** Which batches are listed. What is chosen stands in the address. */
import { useRead } from '#api/reads.ts'
import { agentsRead } from '#components/agents/agent-picker.tsx'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { ListFilter } from '../search.ts'

const states = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'ended', label: 'Ended' },
] as const
const people = [
  { value: 'all', label: 'By anybody' },
  { value: 'me', label: 'By me' },
] as const
const everyAgent = 'all'

interface Props {
  search: ListFilter
  onChange: (change: Partial<ListFilter>) => void
}

export function ListFilters({ search: { state, by, agent }, onChange }: Props) {
  const agents = useRead(agentsRead).data?.agents ?? []
  const named = agents.map(({ id, name }) => ({ value: id, label: name }))
  // One that is not among the first hundred keeps its filter.
  const unlisted = agent !== null && !named.some(({ value }) => value === agent)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2">
      <SegmentedControl
        label="State"
        labelHidden
        options={states}
        value={state}
        onChange={(next) => onChange({ state: next })}
      />
      <SegmentedControl
        label="Started by"
        labelHidden
        options={people}
        value={by}
        onChange={(next) => onChange({ by: next })}
      />
      <div className="w-56">
        <Select
          label="Agent"
          labelHidden
          value={agent ?? everyAgent}
          options={[
            { value: everyAgent, label: 'Every agent' },
            ...named,
            ...(unlisted ? [{ value: agent, label: agent }] : []),
          ]}
          onChange={(next) => onChange({ agent: next === everyAgent ? null : next })}
        />
      </div>
    </div>
  )
}
