import { describe, expect, it } from 'vitest'
import {
  applyTable,
  columnsOf,
  compareTexts,
  optionsFrom,
  pageOf,
  pressHeading,
  type RecordColumn,
  type RecordTable,
  recordSearchOf,
  searchSchemaOf,
  sortOf,
} from './record-table.ts'

interface Row {
  name: string
  model: string
  isActive: boolean
  age: number
}

const table: RecordTable<Row> = {
  columns: [
    { id: 'name', header: 'Name', cell: () => null, compare: (one, other) => compareTexts(one.name, other.name) },
    { id: 'model', header: 'Model', cell: () => null, compare: (one, other) => compareTexts(one.model, other.model) },
    {
      id: 'updated',
      header: 'Updated',
      cell: () => null,
      compare: (one, other) => other.age - one.age,
      isDescendingFirst: true,
    },
  ],
  filters: [
    {
      id: 'state',
      label: 'State',
      shape: 'chips',
      optionsOf: () => [
        { value: 'active', label: 'Active', matches: ({ isActive }) => isActive },
        { value: 'inactive', label: 'Inactive', matches: ({ isActive }) => !isActive },
      ],
    },
    {
      id: 'model',
      label: 'Model',
      shape: 'list',
      optionsOf: optionsFrom(({ model }) => (model === '' ? null : { value: model, label: model })),
    },
  ],
  firstSort: 'name',
  matches: (search, { name }) => name.includes(search),
  rowKey: ({ name }) => name,
}
const rows: Row[] = [
  { name: 'Ada 10', model: 'b', isActive: true, age: 3 },
  { name: 'Ada 9', model: 'a', isActive: false, age: 1 },
  { name: 'ben', model: '', isActive: true, age: 2 },
]
const searchFor = (address: string) => {
  const schema = searchSchemaOf(table)
  const values = Object.fromEntries(new URLSearchParams(address))
  return recordSearchOf(table, schema.parse(values))
}
const apply = (address: string) => applyTable(table, rows, searchFor(address))
const namesFor = (address: string) => apply(address).matches.map(({ name }) => name)

describe('a list', () => {
  it('is sorted by its first column, and by each other in both orders', () => {
    expect(namesFor('')).toEqual(['Ada 9', 'Ada 10', 'ben'])
    expect(namesFor('sort=model')).toEqual(['Ada 9', 'Ada 10', 'ben'])
    expect(namesFor('sort=model&order=descending')).toEqual(['ben', 'Ada 10', 'Ada 9'])
    expect(namesFor('sort=updated')).toEqual(['Ada 9', 'ben', 'Ada 10'])
    expect(namesFor('sort=nothing')).toEqual(['Ada 9', 'Ada 10', 'ben'])
  })

  it('turns the order around at the second press on a heading, and back at the third', () => {
    const first = pressHeading(table, searchFor(''), 'updated')
    expect(first).toEqual({ sort: 'updated', order: undefined })
    const second = pressHeading(table, first, 'updated')
    expect(second).toEqual({ sort: 'updated', order: 'ascending' })
    expect(pressHeading(table, second, 'updated')).toEqual(first)
    expect(pressHeading(table, second, 'name')).toEqual({ sort: '', order: undefined })
    expect(sortOf(table, { sort: '', order: undefined })).toMatchObject({ order: 'ascending' })
  })

  it('counts for each option what it would show beside the other filters and the search', () => {
    const { matches, filters, isFiltered } = apply('state=active&search=Ada')
    expect(matches.map(({ name }) => name)).toEqual(['Ada 10'])
    expect(isFiltered).toBe(true)
    expect(filters[0]).toMatchObject({ value: 'active', all: 2, options: [{ count: 1 }, { count: 1 }] })
    expect(filters[1]).toMatchObject({
      value: null,
      options: [
        { value: 'a', count: 0 },
        { value: 'b', count: 1 },
      ],
    })
  })

  it('ignores a filter with an unknown value', () => {
    expect(namesFor('state=sideways&model=a')).toEqual(['Ada 9'])
    expect(apply('state=sideways').isFiltered).toBe(false)
  })

  it('always shows its first column, and the chosen ones in their order', () => {
    const idsOf = (chosen: string) => columnsOf(table, chosen).map(({ id }) => id)
    expect(idsOf('')).toEqual(['name', 'model', 'updated'])
    expect(idsOf('updated,model')).toEqual(['name', 'model', 'updated'])
    expect(idsOf('updated,nothing')).toEqual(['name', 'updated'])
    expect(idsOf('name')).toEqual(['name'])
    const [first, second, third] = table.columns as [RecordColumn<Row>, RecordColumn<Row>, RecordColumn<Row>]
    const withExtra = { ...table, columns: [first, { ...second, isExtra: true }, third] as typeof table.columns }
    expect(columnsOf(withExtra, '').map(({ id }) => id)).toEqual(['name', 'updated'])
    expect(columnsOf(withExtra, 'name,model').map(({ id }) => id)).toEqual(['name', 'model'])
  })

  it('is cut into pages of 20', () => {
    const items = Array.from({ length: 41 }, (_, index) => index)
    expect(pageOf(items, 3)).toEqual({
      items: [40],
      pagination: { page: 3, limit: 20, total: 41, totalPages: 3, hasNext: false, hasPrev: true },
    })
    expect(pageOf([], 1).pagination).toMatchObject({ total: 0, totalPages: 1, hasNext: false })
  })
})
