/**
 * Every guard is marked in the source and has a test that carries its id; `node src/tools/guards.ts` takes each out and sees that test
 * fail.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findMarks, isParsed, variablesIn, withoutGuard } from './guards/marks.ts'
import { guards } from './guards/table.ts'
import { taggedTests } from './tagged.ts'

const marks = findMarks()
const ids = Object.keys(guards)

describe('every guard', () => {
  it('is marked once, and every mark is in the table', () => {
    expect(marks.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  })

  it('has a test that carries its id', () => {
    const carried = new Set(taggedTests().flatMap(({ tags }) => tags))
    expect(ids.filter((id) => !carried.has(id))).toEqual([])
  })

  it('can be taken out: what remains is another text, and TypeScript', () => {
    const wrong = marks.filter((mark) => {
      const text = withoutGuard(mark, guards[mark.id]?.without)
      return text === mark.text || !isParsed(mark.file, text)
    })
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  it('is replaced by nothing that its file does not know', () => {
    const unknown = marks.flatMap(({ id, text }) => {
      const words = new Set(text.match(/#?[\w$]+/g))
      const names = variablesIn(guards[id]?.without ?? '')
      return names.filter((name) => !words.has(name) && !(name in globalThis)).map((name) => `${id}: ${name}`)
    })
    expect(unknown).toEqual([])
  })

  it('is looked for in each file of the gateway that refuses something', () => {
    const top = join(import.meta.dirname, '../..')
    const files = globSync('src/server/gateway/**/*.ts', { cwd: top }).filter(
      (file) => !/\.test\.ts$|\/testing/.test(file),
    )
    // What passes on another's word, such as the service's own, guards nothing.
    const passing = /throw (error\b|refusal\([\w.]*refusal\))/g
    const refusing = files.filter((file) =>
      /\bthrow /.test(readFileSync(join(top, file), 'utf8').replaceAll(passing, '')),
    )
    expect(refusing.filter((file) => !marks.some((mark) => mark.file === file))).toEqual([])
  })
})
