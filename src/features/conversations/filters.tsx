/** Filters of the list. Their values are in the address. */
import { Select } from '#ui/forms/select.tsx'
import {
  conversationStates,
  firstOrder,
  type ListFilter,
  type ListSearch,
  orderOf,
  periods,
  type SeenConversation,
  sortColumns,
} from './list-search.ts'
import * as texts from './texts.tsx'

/** The value of the option that does not filter. A list cannot have an option with an empty value. */
const noFilter = '*'

const stateOptions = [
  { value: noFilter, label: texts.allStates },
  ...conversationStates.map((value) => ({ value, label: texts.stateNames[value] })),
]
const periodOptions = [
  { value: noFilter, label: texts.anyTime },
  ...periods.map((value) => ({ value, label: texts.periodNames[value] })),
]
const orderOptions = sortColumns.flatMap((column) =>
  (['ascending', 'descending'] as const)
    .toSorted((order) => (order === firstOrder[column] ? -1 : 1))
    .map((order) => ({ value: `${column} ${order}`, label: texts.orderName(column, order) })),
)

/** The agents or flows of the rows, by name. The chosen one stays an option even if no row has it any more. */
function optionsOf(
  rows: readonly SeenConversation[],
  read: (row: SeenConversation) => { id: string | null; name: string | null },
  chosen: string | undefined,
  allLabel: string,
) {
  const names = new Map<string, string>(chosen === undefined ? [] : [[chosen, chosen]])
  for (const row of rows) {
    const { id, name } = read(row)
    if (id !== null && id !== '') names.set(id, name || id)
  }
  const options = [...names].map(([value, label]) => ({ value, label }))
  return [{ value: noFilter, label: allLabel }, ...options.toSorted((a, b) => a.label.localeCompare(b.label))]
}

interface FilterProps {
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange: (value: string | undefined) => void
}

const Filter = ({ label, value, options, onChange }: FilterProps) => (
  <div className="max-sm:w-[calc(50%-0.375rem)] sm:max-w-44 sm:min-w-36 sm:flex-1">
    <Select
      label={label}
      labelHidden
      value={value ?? noFilter}
      options={options}
      onChange={(next) => onChange(next === noFilter ? undefined : next)}
    />
  </div>
)

interface Props {
  rows: readonly SeenConversation[]
  search: ListSearch
  onChange: (change: Partial<ListSearch>) => void
}

export function ConversationFilters({ rows, search, onChange }: Props) {
  const { state, agent, flow, days, sort } = search
  const agents = optionsOf(rows, ({ agentId: id, agentName: name }) => ({ id, name }), agent, texts.allAgents)
  const flows = optionsOf(rows, ({ flowId: id, flowName: name }) => ({ id, name }), flow, texts.allFlows)
  return (
    <>
      <Filter
        label={texts.stateFilter}
        value={state}
        options={stateOptions}
        onChange={(next) => onChange({ state: next as ListFilter['state'] })}
      />
      <Filter label={texts.agentTerm} value={agent} options={agents} onChange={(next) => onChange({ agent: next })} />
      <Filter label={texts.flowTerm} value={flow} options={flows} onChange={(next) => onChange({ flow: next })} />
      <Filter
        label={texts.updatedColumn}
        value={days}
        options={periodOptions}
        onChange={(next) => onChange({ days: next as ListFilter['days'] })}
      />
      {/* Cards have no headings to press. */}
      <div className="w-full sm:hidden">
        <Select
          label={texts.orderLabel}
          labelHidden
          value={`${sort} ${orderOf(search)}`}
          options={orderOptions}
          onChange={(next) => {
            const [column, order] = next.split(' ') as [ListSearch['sort'], ListSearch['order']]
            onChange({ sort: column, order: order === firstOrder[column] ? undefined : order })
          }}
        />
      </div>
    </>
  )
}
