/** Search, filters and order of the queue. */
import { useMyId } from '#api/session.ts'
import { draftAgeNames } from '#components/decisions/draft-age-bands.ts'
import { draftAgeLabels } from '#components/decisions/draft-age-texts.ts'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import type { Draft } from '#contract/index.ts'
import { type Choice, compareTexts, type FilterState } from '#kit/list/definition.ts'
import { FilterBar, OrderMenu } from '#kit/list/filter-bar.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { type Filter, filterDrafts, type Sorting } from './queue.ts'
import { filterIntervalMs } from './use-queue.ts'

/** The agents or flows of the drafts. */
const choicesOf = (drafts: readonly Draft[], field: 'agent' | 'flow'): Choice[] =>
  [...new Map(drafts.map((draft) => [draft[`${field}Id`] ?? '', draft[`${field}Name`] ?? '']))]
    .flatMap(([value, name]) => (value === '' ? [] : [{ value, label: name || value }]))
    .toSorted((one, other) => compareTexts(one.label, other.label))

const everything: Filter = { assigned: '', agent: '', flow: '', age: '', alike: '' }
/** '': by risk and age. */
const orders: Record<Sorting, string> = {
  '': 'Risk and age',
  oldest: 'Oldest first',
  newest: 'Newest first',
  agent: 'Agent',
}

interface Props {
  filter: Filter & { sort: Sorting }
  search: string
  drafts: readonly Draft[]
  onChange: (changes: Partial<Filter & { sort: Sorting }>) => void
  onSearch: (text: string) => void
}

export function Filters({ filter, search, drafts, onChange, onSearch }: Props) {
  const viewer = { now: useGatewayTime(filterIntervalMs), myId: useMyId() }
  const filterBy = (id: keyof Filter, label: string, choices: readonly Choice[]): FilterState => {
    const others = filterDrafts(drafts, { ...filter, [id]: '' }, search, viewer)
    return {
      id,
      label,
      value: filter[id] || null,
      choices: choices.map((choice) => ({
        ...choice,
        count: filterDrafts(others, { ...everything, [id]: choice.value }, '', viewer).length,
      })),
    }
  }
  return (
    <FilterBar
      views={<SavedViews page="review" many="drafts" words={search} onWords={onSearch} />}
      search={{ label: 'Search drafts', placeholder: 'Name, number or words', value: search, onChange: onSearch }}
      filters={[
        filterBy('assigned', 'Assigned to', [
          { value: 'mine', label: 'Me' },
          { value: 'free', label: 'Nobody' },
          { value: 'others', label: 'Colleagues' },
        ]),
        filterBy('agent', 'Agent', choicesOf(drafts, 'agent')),
        filterBy('flow', 'Flow', choicesOf(drafts, 'flow')),
        filterBy(
          'age',
          'Waiting',
          draftAgeNames.map((value) => ({ value, label: draftAgeLabels[value] })),
        ),
        filterBy('alike', 'Drafts', filter.alike === '' ? [] : [{ value: filter.alike, label: 'With the same text' }]),
      ]}
      onChange={(patch) => onChange(Object.fromEntries(Object.entries(patch).map(([id, value]) => [id, value ?? ''])))}
      end={<OrderMenu names={orders} order={filter.sort} onChange={(sort) => onChange({ sort })} />}
    />
  )
}
