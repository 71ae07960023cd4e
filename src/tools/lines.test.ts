/**
 * Checks that every testable line of the specification and the interface, and every promise, has a test tagged with its id.
 */
import { describe, expect, it } from 'vitest'
import { type EndpointDefinition, serviceEndpoints } from '#contract/index.ts'
import { guardIds } from './guards/marks.ts'
import { interfaceLines } from './lines/interface.ts'
import { promises } from './lines/promises.ts'
import { operations, specification } from './lines/specification.ts'
import { taggedTests } from './tagged-tests.ts'

const lines = { ...operations, ...specification, ...interfaceLines }
const lineTables = [operations, specification, interfaceLines, promises]
const tagsInUse = new Set(taggedTests().flatMap(({ tags }) => tags))
const sectionOf = (id: string) => id.slice(1).split('-')[0] ?? ''

describe('the lines of the specification and the interface', () => {
  it('cover every section without repetition', () => {
    const sectionsOf = (table: object) => new Set(Object.keys(table).map((id) => sectionOf(id).split('.')[0]))
    expect(sectionsOf({ ...operations, ...specification })).toEqual(new Set('123456789'))
    expect(sectionsOf(interfaceLines)).toEqual(new Set('01234567'))
    expect(new Set(Object.entries(lines).map(([id, line]) => `${id.split('-')[0]} ${line}`)).size).toBe(
      lineTables.slice(0, 3).flatMap(Object.keys).length,
    )
  })

  it('name the same operations, methods and paths as the contract', () => {
    const listedOperations = Object.entries(operations).map(
      ([id, line]) => `specification ${sectionOf(id)} ${line.split(' | ').slice(1).join(' ')}`,
    )
    const endpoints = Object.values(serviceEndpoints) as EndpointDefinition[]
    const requiredEndpoints = endpoints.filter(({ extension }) => extension === undefined)
    expect(listedOperations.toSorted()).toEqual(
      requiredEndpoints.map(({ section, method, path }) => `${section} ${method} ${path}`).toSorted(),
    )
  })
})

describe('all lines and promises', () => {
  const ids = lineTables.flatMap(Object.keys)

  it('have unique ids', () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('have a test tagged with their id', () => {
    expect(ids.filter((id) => !tagsInUse.has(id))).toEqual([])
  })

  it('include every tag of a test', () => {
    const otherTags = [...guardIds(), 'both', 'team', 'soak', 'job']
    expect([...tagsInUse].filter((tag) => !ids.includes(tag) && !otherTags.includes(tag))).toEqual([])
  })
})
