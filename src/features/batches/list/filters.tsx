/** Filters of the list. Their values are in the URL. */
import { useRead } from '#api/reads.ts'
import { agentsRead } from '#components/agents/use-readiness.ts'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { ListFilter } from '../search.ts'
import * as shared from '../texts.tsx'
import * as texts from './texts.ts'

const states = [
  { value: 'all', label: texts.allStatuses },
  { value: 'running', label: texts.running },
  { value: 'ended', label: texts.ended },
] as const
const starters = [
  { value: 'all', label: texts.byAnyone },
  { value: 'me', label: texts.byMe },
] as const
const allAgents = 'all'

interface Props {
  search: ListFilter
  onChange: (change: Partial<ListFilter>) => void
}

export function ListFilters({ search: { state, by, agent }, onChange }: Props) {
  const agents = useRead(agentsRead).data?.agents ?? []
  const agentOptions = agents.map(({ id, name }) => ({ value: id, label: name }))
  // An agent that is not among the first hundred keeps its filter.
  const isUnlisted = agent !== null && !agentOptions.some(({ value }) => value === agent)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2">
      <SegmentedControl
        label={shared.statusColumn}
        labelHidden
        options={states}
        value={state}
        onChange={(next) => onChange({ state: next })}
      />
      {/* On a phone always in a row of its own: whether it fits beside the first would depend on the font, which is loaded later. */}
      <div className="max-sm:basis-full">
        <SegmentedControl
          label={texts.startedBy}
          labelHidden
          options={starters}
          value={by}
          onChange={(next) => onChange({ by: next })}
        />
      </div>
      <div className="w-56">
        <Select
          label={shared.agentColumn}
          labelHidden
          value={agent ?? allAgents}
          options={[
            { value: allAgents, label: texts.allAgents },
            ...agentOptions,
            ...(isUnlisted ? [{ value: agent, label: agent }] : []),
          ]}
          onChange={(next) => onChange({ agent: next === allAgents ? null : next })}
        />
      </div>
    </div>
  )
}
