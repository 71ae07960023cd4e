import { useRead } from '#api/reads.ts'
import { agentsRead } from '#components/agents/use-readiness.ts'
import { Select } from '#ui/forms/select.tsx'
import type { RecentFilter } from './search.ts'
import * as texts from './texts.tsx'

export interface FilterProps {
  search: RecentFilter
  onChange: (change: Partial<RecentFilter>) => void
}

/** The value of the option that does not filter. The value of an option cannot be empty. No agent has this name. */
const noFilter = '*'

/** Selects the calls of one agent, by name. */
export function AgentFilter({ search: { agent }, onChange }: FilterProps) {
  const agents = useRead(agentsRead).data?.agents ?? []
  const names = [...new Set([...agents.map(({ name }) => name), agent])].filter(Boolean).toSorted()
  return (
    <div className="w-48 max-sm:flex-1">
      <Select
        label={texts.agentLabel}
        labelHidden
        value={agent || noFilter}
        options={[{ value: noFilter, label: texts.allAgents }, ...names.map((name) => ({ value: name, label: name }))]}
        onChange={(next) => onChange({ agent: next === noFilter ? '' : next })}
      />
    </div>
  )
}
