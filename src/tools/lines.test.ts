/** Every line of the specification and the interface that says something testable has a test that exists; and so has every promise. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type EndpointDefinition, serviceEndpoints } from '#contract/index.ts'
import { interfaceLines } from './lines/interface.ts'
import type { Line } from './lines/line.ts'
import { promises } from './lines/promises.ts'
import { operations, specification } from './lines/specification.ts'
import { taggedTests } from './tagged.ts'

const src = join(import.meta.dirname, '..')
const lines: readonly Line[] = [...operations, ...specification, ...interfaceLines]

/** The names of a file's tests: what stands first in `it(…)`, `test(…)` or `it.each(…)(…)`. */
const names = new Map<string, ReadonlySet<string>>()
function testsIn(file: string): ReadonlySet<string> {
  const path = join(
    src,
    file.includes('/') && !/^(carrier|seed)\//.test(file) ? '' : 'server/service',
    `${file}.test.ts`,
  )
  const known = names.get(path)
  if (known !== undefined) return known
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const found = text.matchAll(/(?:\b(?:it|test)|\))\(\s*(['`"])((?:\\.|(?!\1)[^\\])*)\1\s*,/g)
  const tests = new Set([...found].map((match) => (match[2] ?? '').replaceAll(/\\(.)/g, '$1')))
  names.set(path, tests)
  return tests
}

const exists = (test: string): boolean => {
  const [file = '', ...name] = test.split(': ')
  return testsIn(file).has(name.join(': '))
}

describe('the lines of the specification', () => {
  it('are all there', () => {
    const sections = new Set(specification.concat(operations).map(([section]) => section.split(/[. ]/)[0]))
    expect(sections).toEqual(new Set('123456789'))
    expect(new Set(interfaceLines.map(([section]) => section)).size).toBe(8)
    expect(new Set(lines.map(([section, line]) => `${section} ${line}`)).size).toBe(lines.length)
  })

  it('have a test each', () => {
    expect(lines.filter(([, , ...tests]) => tests.length === 0)).toEqual([])
  })

  it('name only tests that exist', () => {
    const missing = lines.flatMap(([section, line, ...tests]) =>
      tests.filter((test) => !exists(test)).map((test) => `${section} ${line}: there is no test "${test}"`),
    )
    expect(missing).toEqual([])
  })

  it('that name an operation have it in the contract, with method and path, and the contract has no other', () => {
    const written = operations.map(
      ([section, line]) => `specification ${section} ${line.split(' | ').slice(1).join(' ')}`,
    )
    const endpoints = Object.values(serviceEndpoints) as EndpointDefinition[]
    const specified = endpoints.filter(({ extension }) => extension === undefined)
    expect(written.toSorted()).toEqual(
      specified.map(({ section, method, path }) => `${section} ${method} ${path}`).toSorted(),
    )
  })
})

describe('the promises', () => {
  it('have a test each, and no test has the id of another', () => {
    const labels = ['both', 'soak']
    const carried = new Set(taggedTests().flatMap(({ tags }) => tags))
    expect([...carried].filter((tag) => !labels.includes(tag)).toSorted()).toEqual(Object.keys(promises))
  })
})
