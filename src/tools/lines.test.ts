/**
 * Every line of the specification and the interface that says something testable has a test that carries its id as a tag; and so has
 * every promise.
 */
import { describe, expect, it } from 'vitest'
import { type EndpointDefinition, serviceEndpoints } from '#contract/index.ts'
import { guards } from './guards/table.ts'
import { interfaceLines } from './lines/interface.ts'
import { promises } from './lines/promises.ts'
import { operations, specification } from './lines/specification.ts'
import { taggedTests } from './tagged.ts'

const lines = { ...operations, ...specification, ...interfaceLines }
const tables = [operations, specification, interfaceLines, promises]
const carried = new Set(taggedTests().flatMap(({ tags }) => tags))
const sectionOf = (id: string) => id.slice(1).split('-')[0] ?? ''

describe('the lines of the specification and the interface', () => {
  it('are all there', () => {
    const sectionsOf = (table: object) => new Set(Object.keys(table).map((id) => sectionOf(id).split('.')[0]))
    expect(sectionsOf({ ...operations, ...specification })).toEqual(new Set('123456789'))
    expect(sectionsOf(interfaceLines)).toEqual(new Set('01234567'))
    expect(new Set(Object.entries(lines).map(([id, line]) => `${id.split('-')[0]} ${line}`)).size).toBe(
      tables.slice(0, 3).flatMap(Object.keys).length,
    )
  })

  it('that name an operation have it in the contract, with method and path, and the contract has no other', () => {
    const written = Object.entries(operations).map(
      ([id, line]) => `specification ${sectionOf(id)} ${line.split(' | ').slice(1).join(' ')}`,
    )
    const endpoints = Object.values(serviceEndpoints) as EndpointDefinition[]
    const specified = endpoints.filter(({ extension }) => extension === undefined)
    expect(written.toSorted()).toEqual(
      specified.map(({ section, method, path }) => `${section} ${method} ${path}`).toSorted(),
    )
  })
})

describe('every line and every promise', () => {
  const ids = tables.flatMap(Object.keys)

  it('has an id of its own', () => {
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  it('has a test that carries its id', () => {
    expect(ids.filter((id) => !carried.has(id))).toEqual([])
  })

  it('is there if a test carries its id', () => {
    const others = [...Object.keys(guards), 'both', 'team', 'soak']
    expect([...carried].filter((tag) => !ids.includes(tag) && !others.includes(tag))).toEqual([])
  })
})
