/**
 * Checks that every guard (a statement that prevents an unwanted effect, `guards/table.ts`) is marked in the source and has a test tagged
 * with its id. `node src/tools/guards.ts` removes each guard and checks that the test then fails.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findMarks, isValidTypeScript, variablesIn, withoutGuard } from './guards/marks.ts'
import { guards } from './guards/table.ts'
import { taggedTests } from './tagged-tests.ts'

const marks = findMarks()
const ids = Object.keys(guards)

describe('guards', () => {
  it('are marked once each, and every mark is in the table', () => {
    expect(marks.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  })

  it('have a test tagged with their id', () => {
    const tags = new Set(taggedTests().flatMap((test) => test.tags))
    expect(ids.filter((id) => !tags.has(id))).toEqual([])
  })

  it('can be removed, which leaves a different text that is valid TypeScript', () => {
    const invalidMarks = marks.filter((mark) => {
      const text = withoutGuard(mark, guards[mark.id]?.replacement)
      return text === mark.text || !isValidTypeScript(mark.file, text)
    })
    expect(invalidMarks.map(({ id }) => id)).toEqual([])
  })

  it('have replacements that use only names of their file', () => {
    const unknownNames = marks.flatMap(({ id, text }) => {
      const words = new Set(text.match(/#?[\w$]+/g))
      const names = variablesIn(guards[id]?.replacement ?? '')
      return names.filter((name) => !words.has(name) && !(name in globalThis)).map((name) => `${id}: ${name}`)
    })
    expect(unknownNames).toEqual([])
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
    expect(refusingFiles.filter((file) => !marks.some((mark) => mark.file === file))).toEqual([])
  })
})
