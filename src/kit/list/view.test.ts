import { describe, expect, it } from 'vitest'
import {
  chooseSorting,
  chosenColumns,
  columnsAt,
  hiddenNote,
  type ListDefinition,
  listWidths,
  sortingOf,
  stateAt,
} from './definition.ts'
import { viewOf } from './view.ts'

interface Row {
  name: string
  model: string
  agentId: string | null
  isActive: boolean
  age: number | null
}

const list: ListDefinition<Row> = {
  noun: ['thing', 'things'],
  columns: [
    { id: 'name', header: 'Name', value: ({ name }) => name },
    {
      id: 'state',
      header: 'State',
      value: ({ isActive }) => (isActive ? 'Active' : 'Inactive'),
      filter: [
        { value: 'inactive', label: 'Inactive', matches: ({ isActive }) => !isActive },
        { value: 'active', label: 'Active', matches: ({ isActive }) => isActive },
        { value: 'young', label: 'Young', matches: ({ age }) => age !== null && age < 3 },
      ],
    },
    { id: 'model', header: 'Model', value: ({ model }) => model, filter: true, isExtra: true },
    {
      id: 'agent',
      header: 'Agent',
      filter: ({ agentId }) => ({ value: agentId ?? '', label: agentId === 'a1' ? 'Zoe' : 'Max' }),
    },
    { id: 'age', header: 'Age', value: ({ age }) => age, isDescendingFirst: true },
  ],
  firstSort: 'name',
  matches: (search, { name }) => name.includes(search),
  rowKey: ({ name }) => name,
}
const rows: Row[] = [
  { name: 'Ada 10', model: 'b', agentId: 'a1', isActive: true, age: 3 },
  { name: 'Ada 9', model: 'a', agentId: 'a2', isActive: false, age: 1 },
  { name: 'ben', model: '', agentId: null, isActive: true, age: null },
]
const stateFor = (address: string) => stateAt(list, `http://localhost/?${address}`)
const view = (address: string, from = rows) => viewOf(list, from, stateFor(address))
const namesFor = (address: string) => view(address).matches.map(({ name }) => name)
const filterOf = (address: string, id: string) => view(address).filters.find((filter) => filter.id === id)

describe('a list whose rows are all here', () => {
  it('is sorted by its first column, and by each other in both orders; nothing comes last', () => {
    expect(namesFor('')).toEqual(['Ada 9', 'Ada 10', 'ben'])
    expect(namesFor('order=descending')).toEqual(['ben', 'Ada 10', 'Ada 9'])
    expect(namesFor('sort=model')).toEqual(['Ada 9', 'Ada 10', 'ben'])
    expect(namesFor('sort=model&order=descending')).toEqual(['Ada 10', 'Ada 9', 'ben'])
    expect(namesFor('sort=age')).toEqual(['Ada 10', 'Ada 9', 'ben'])
    expect(namesFor('sort=age&order=ascending')).toEqual(['Ada 9', 'Ada 10', 'ben'])
  })

  it('sorts rows with the same value by their headings, and by nothing that has no value', () => {
    expect(namesFor('sort=state')).toEqual(['Ada 10', 'ben', 'Ada 9'])
    expect(namesFor('sort=agent')).toEqual(namesFor(''))
    expect(namesFor('sort=nothing')).toEqual(namesFor(''))
  })

  it('turns the order around at the second press on a heading, and back at the third', () => {
    const press = (state: Parameters<typeof sortingOf>[1], id: string) =>
      chooseSorting(list, sortingOf(list, state), id)
    const first = press(stateFor(''), 'age')
    expect(first).toEqual({ sort: 'age', order: undefined })
    expect(sortingOf(list, first)).toEqual({ column: 'age', order: 'descending' })
    const second = press(first, 'age')
    expect(second).toEqual({ sort: 'age', order: 'ascending' })
    expect(press(second, 'age')).toEqual(first)
    expect(press(second, 'name')).toEqual({ sort: '', order: undefined })
    expect(chooseSorting(list, sortingOf(list, first), 'name', 'descending')).toEqual({ sort: '', order: 'descending' })
  })

  it('counts for each choice what it would show beside the other filters and the search', () => {
    expect(namesFor('state=active&search=Ada')).toEqual(['Ada 10'])
    expect(filterOf('state=active&search=Ada', 'state')).toMatchObject({
      value: 'active',
      choices: [
        { label: 'Inactive', count: 1 },
        { label: 'Active', count: 1 },
        { label: 'Young', count: 1 },
      ],
    })
    expect(filterOf('state=active&search=Ada', 'model')).toMatchObject({
      value: null,
      choices: [
        { value: 'a', label: 'a', count: 0 },
        { value: 'b', label: 'b', count: 1 },
      ],
    })
  })

  it('filters by values with names, which are offered by their names, and by conditions of which several may be met', () => {
    expect(filterOf('', 'agent')?.choices).toEqual([
      { value: 'a2', label: 'Max', count: 1 },
      { value: 'a1', label: 'Zoe', count: 1 },
    ])
    expect(namesFor('agent=a1')).toEqual(['Ada 10'])
    expect(namesFor('state=young')).toEqual(['Ada 9'])
    expect(namesFor('state=inactive')).toEqual(['Ada 9'])
  })

  it('ignores a filter with an unknown value', () => {
    expect(namesFor('state=sideways&model=a')).toEqual(['Ada 9'])
    expect(filterOf('state=sideways', 'state')?.value).toBe(null)
  })

  it('keeps a filter whose rows a search did not find', () => {
    const state = stateFor('agent=a1')
    const found = rows.filter(({ agentId }) => agentId !== 'a1')
    const { matches, filters } = viewOf(list, found, state, rows)
    expect(matches).toEqual([])
    expect(filters.find(({ id }) => id === 'agent')?.value).toBe('a1')
  })

  it('is cut into pages of 20', () => {
    const many = Array.from({ length: 41 }, (_, at) => ({ ...(rows[0] as Row), name: `Row ${at}` }))
    expect(view('page=3', many).page).toEqual({
      items: [many[40]],
      pagination: { page: 3, limit: 20, total: 41, totalPages: 3, hasNext: false, hasPrev: true },
    })
    expect(view('page=3', many).matches).toHaveLength(41)
    expect(view('page=9', many).page.items).toEqual([])
    expect(view('', []).page.pagination).toMatchObject({ total: 0, totalPages: 1, hasNext: false })
  })
})

it('a list always shows its first column, and the chosen ones in their order', () => {
  const idsOf = (chosen: string) => chosenColumns(list, chosen).map(({ id }) => id)
  expect(idsOf('')).toEqual(['name', 'state', 'agent', 'age'])
  expect(idsOf('age,model')).toEqual(['name', 'model', 'age'])
  expect(idsOf('age,nothing')).toEqual(['name', 'age'])
  expect(idsOf('name')).toEqual(['name'])
})

it('says of each chosen column that it does not show why', () => {
  const columns = ['name', 'attempts', 'duration'].map((id) => ({ id, header: id, width: 17 }))
  const notesAt = (level: number, openCall: boolean) =>
    columns.map((column) =>
      hiddenNote(column, columns, level, ({ id }) => openCall && id === 'attempts' && 'Hidden: open'),
    )
  expect(notesAt(1, false)).toEqual([false, false, 'Hidden: not enough room'])
  expect(notesAt(1, true)).toEqual([false, 'Hidden: open', false])
  expect(hiddenNote({ id: 'model', header: 'Model' }, columns, 0, () => false)).toBe(false)
})

it('leaves out columns for which a list has no room: first those that are not among the important ones, from the last one on', () => {
  const columns = [
    { id: 'name', header: 'Name' },
    { id: 'flow', header: 'Flow' },
    { id: 'steps', header: 'Steps', align: 'right' as const },
    { id: 'agent', header: 'Agent', narrow: 'meta' as const },
    { id: 'updated', header: 'Updated', narrow: 'age' as const },
    { id: 'state', header: 'State', narrow: 'state' as const },
  ]
  expect(
    listWidths.map((_, level) =>
      columnsAt(columns, level)
        .map(({ id }) => id)
        .join(' '),
    ),
  ).toEqual([
    'name updated state',
    'name agent updated state',
    'name agent updated state',
    'name flow agent updated state',
    'name flow steps agent updated state',
    'name flow steps agent updated state',
  ])
  expect(columnsAt([], 0)).toEqual([])
})
