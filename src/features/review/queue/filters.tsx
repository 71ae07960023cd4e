/** Search, filters and order of the queue. On a phone, a button shows everything but the search. */
import { useId, useState } from 'react'
import { draftAgeNames } from '#components/decisions/draft-age-bands.ts'
import { draftAgeLabels } from '#components/decisions/draft-age-texts.ts'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import type { Draft } from '#contract/index.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { SearchField } from '#ui/forms/search-field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { number } from '#ui/text/format-number.ts'
import { type AgeFilter, type Assignment, assignmentOf, assignments, type Filter, type Sorting } from './queue.ts'
import * as texts from './texts.ts'

/** The value of the option that does not filter. An option cannot have an empty value. */
const noFilter = '*'
const orEmpty = (choice: string) => (choice === noFilter ? '' : choice)

/** The agents or flows of the drafts. Includes the chosen one even if no draft has it any more. */
function optionsOf(drafts: readonly Draft[], field: 'agent' | 'flow', chosen: string, allLabel: string) {
  const namesById = new Map(drafts.map((draft) => [draft[`${field}Id`] ?? '', draft[`${field}Name`] ?? '']))
  if (chosen !== '' && !namesById.has(chosen)) namesById.set(chosen, '')
  namesById.delete('')
  return [
    { value: noFilter, label: allLabel },
    ...[...namesById]
      .map(([value, name]) => ({ value, label: name || value }))
      .toSorted((one, other) => one.label.localeCompare(other.label)),
  ]
}

const waitOptions: readonly { value: Exclude<AgeFilter, ''> | typeof noFilter; label: string }[] = [
  { value: noFilter, label: 'Any wait' },
  ...draftAgeNames.map((value) => ({ value, label: draftAgeLabels[value] })),
]

const sortOptions: readonly { value: Exclude<Sorting, ''> | typeof noFilter; label: string }[] = [
  { value: noFilter, label: 'Risk and age' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'agent', label: 'Agent' },
]

function assignmentOptions(drafts: readonly Draft[], myId: string) {
  const found = drafts.map((draft) => assignmentOf(draft, myId))
  return [
    { value: noFilter, label: `All drafts (${number(drafts.length)})` },
    ...assignments.map((assignment) => ({
      value: assignment,
      label: texts.assignmentCount(assignment, found.filter((one) => one === assignment).length),
    })),
  ] satisfies { value: Assignment | typeof noFilter; label: string }[]
}

interface Props {
  filter: Filter & { sort: Sorting }
  search: string
  drafts: readonly Draft[]
  /** The operator's ID. */
  myId: string
  onChange: (changes: Partial<Filter & { sort: Sorting }>) => void
  onSearch: (text: string) => void
}

export function Filters({ filter, search, drafts, myId, onChange, onSearch }: Props) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { assigned, agent, flow, age, alike } = filter
  const count = [assigned, agent, flow, age, alike].filter((value) => value !== '').length
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-0 max-sm:flex-1 sm:w-56">
        <SearchField label="Search drafts" placeholder="Name, number or words" value={search} onChange={onSearch} />
      </div>
      <div className="sm:hidden">
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {count === 0 ? 'Filters' : `Filters (${number(count)})`}
        </Button>
      </div>
      <div id={id} className={cx('flex w-full flex-wrap items-center gap-2 sm:contents', !isOpen && 'max-sm:hidden')}>
        <div className="max-w-44 min-w-36 flex-1">
          <Select
            label="Assigned to"
            labelHidden
            value={filter.assigned || noFilter}
            onChange={(assigned) => onChange({ assigned: assigned === noFilter ? '' : assigned })}
            options={assignmentOptions(drafts, myId)}
          />
        </div>
        <div className="max-w-40 min-w-34 flex-1">
          <Select
            label="Agent"
            labelHidden
            value={filter.agent || noFilter}
            onChange={(agent) => onChange({ agent: orEmpty(agent) })}
            options={optionsOf(drafts, 'agent', filter.agent, 'All agents')}
          />
        </div>
        <div className="max-w-40 min-w-34 flex-1">
          <Select
            label="Flow"
            labelHidden
            value={filter.flow || noFilter}
            onChange={(flow) => onChange({ flow: orEmpty(flow) })}
            options={optionsOf(drafts, 'flow', filter.flow, 'All flows')}
          />
        </div>
        <div className="max-w-40 min-w-34 flex-1">
          <Select
            label="Waiting"
            labelHidden
            value={filter.age || noFilter}
            onChange={(age) => onChange({ age: age === noFilter ? '' : age })}
            options={waitOptions}
          />
        </div>
        <div className="max-w-40 min-w-34 flex-1">
          <Select
            label="Sort by"
            labelHidden
            value={filter.sort || noFilter}
            onChange={(sort) => onChange({ sort: sort === noFilter ? '' : sort })}
            options={sortOptions}
          />
        </div>
        {alike !== '' && (
          // In a wide window, the open draft has this button.
          <div className="lg:hidden">
            <Button onClick={() => onChange({ alike: '' })}>{texts.backToAll}</Button>
          </div>
        )}
        <SavedViews page="review" words={search} onWords={onSearch} />
      </div>
    </div>
  )
}
