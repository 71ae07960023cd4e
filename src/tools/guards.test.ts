/**
 * Checks that every guard (a piece of code that prevents an unwanted effect, marked in the source by `guard: <id>`) has a test tagged with
 * its id. `node src/tools/guards.ts --remove` removes each guard and checks that the test then fails.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findGuards, guardIds, withoutGuard } from './guards/marks.ts'
import { taggedTests } from './tagged-tests.ts'

const guards = findGuards()
const ids = guards.map(({ id }) => id)

describe('guards', () => {
  it('are marked once each', () => {
    expect(guardIds()).toEqual(ids)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('have a test tagged with their id', () => {
    const tags = new Set(taggedTests().flatMap((test) => test.tags))
    expect(ids.filter((id) => !tags.has(id))).toEqual([])
  })

  it('can be removed, which leaves a different text that is valid TypeScript', () => {
    expect(guards.filter((guard) => withoutGuard(guard).length === 0).map(({ id }) => id)).toEqual([])
  })

  it('are marked in every file of the gateway that refuses something', () => {
    const top = join(import.meta.dirname, '../..')
    const files = globSync('src/server/gateway/**/*.ts', { cwd: top }).filter(
      (file) => !/\.test\.ts$|\/testing/.test(file),
    )
    // Passing on another refusal, such as the service's, is not a guard.
    const rethrowPattern = /throw (error\b|refusal\([\w.]*refusal\))/g
    const refusingFiles = files.filter((file) =>
      /\bthrow /.test(readFileSync(join(top, file), 'utf8').replaceAll(rethrowPattern, '')),
    )
    expect(refusingFiles.filter((file) => !guards.some((guard) => guard.file === file))).toEqual([])
  })
})
