/**
 * `node src/tools/guards.ts [words…]` lists the guards of the source (only those whose id contains one of the words) with the comment beside
 * each. With `--remove` it also removes one at a time, checks that the tests with the guard's id fail, and restores it. Exits with 1 if the
 * tests pass without a guard.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findGuards, type Guard, withoutGuard } from './guards/marks.ts'
import { taggedTests } from './tagged-tests.ts'

const projectRoot = join(import.meta.dirname, '../..')
const tests = taggedTests()

/** Runs the tests tagged with this guard's id. @returns whether one of them fails */
function testFailsFor(id: string): boolean {
  const files = tests.filter(({ tags }) => tags.includes(id)).map(({ file }) => file)
  const stories = files.filter((file) => file.endsWith('.story.ts'))
  const unitTests = files.filter((file) => !stories.includes(file))
  const runsAndFails = (command: string, ...words: string[]) => {
    const { status, stdout } = spawnSync(command, words, { cwd: projectRoot, encoding: 'utf8' })
    return status !== 0 && /Tests .*failed|\d failed/.test(stdout)
  }
  return (
    (unitTests.length > 0 && runsAndFails('vitest', 'run', ...unitTests, `--tagsFilter=${id}`, '--reporter=dot')) ||
    (stories.length > 0 &&
      runsAndFails(
        'playwright',
        'test',
        ...stories,
        '--project=embedded',
        '--reporter=line',
        '--grep',
        `@${id}(?![\\w-])`,
      ))
  )
}

/** Removes a guard in each way, and restores it. @returns whether a test fails each time */
function isRemovalCaught(guard: Guard): boolean {
  const path = join(projectRoot, guard.file)
  try {
    return withoutGuard(guard).every((text) => {
      writeFileSync(path, text)
      return testFailsFor(guard.id)
    })
  } finally {
    writeFileSync(path, guard.text)
  }
}

const words = process.argv.slice(2)
const removes = words.includes('--remove')
const searchWords = words.filter((word) => word !== '--remove')
for (const guard of findGuards()) {
  const { id, file, line, comment } = guard
  if (searchWords.length > 0 && !searchWords.some((word) => id.includes(word))) continue
  const verdict = removes ? (isRemovalCaught(guard) ? 'caught      ' : 'NOT CAUGHT  ') : ''
  console.log(`${verdict}${id}  ${file}:${line}${comment === '' ? '' : `: ${comment}`}`)
  if (verdict.startsWith('NOT')) process.exitCode = 1
}
