/**
 * Checks that every testable line of the specification and the interface, and every promise, has a test tagged with its id.
 *
 * An id of a line consists of S (the specification) or I (the interface, which fills its gaps), the section and a number. The lines of an
 * operation are its name, its method and its path, as the contract has them. Promises are about reliability and security (R), which guards
 * implement (`guards.ts`), or made to users (U).
 */
import { describe, expect, it } from 'vitest'
import { type ServiceEndpoint, serviceEndpoints } from '#contract/index.ts'
import { guardIds } from './guards/marks.ts'
import interfaceLines from './lines/interface.json' with { type: 'json' }
import operations from './lines/operations.json' with { type: 'json' }
import promises from './lines/promises.json' with { type: 'json' }
import specification from './lines/specification.json' with { type: 'json' }
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
    const endpoints = Object.values(serviceEndpoints) as ServiceEndpoint[]
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
