/**
 * `node src/tools/guards.ts [words…]` removes the guards of `guards/table.ts` one at a time (only those whose id contains one of the
 * words), checks that the tests with the guard's id fail, and restores it. Exits with 1 if the tests pass without a guard.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMarks, type Mark, withoutGuard } from './guards/marks.ts'
import { guards } from './guards/table.ts'
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

/** Removes a guard, and restores it. @returns whether a test fails without it */
function isRemovalCaught(mark: Mark): boolean {
  const path = join(projectRoot, mark.file)
  try {
    writeFileSync(path, withoutGuard(mark, guards[mark.id]?.replacement))
    return testFailsFor(mark.id)
  } finally {
    writeFileSync(path, mark.text)
  }
}

const searchWords = process.argv.slice(2)
const marks = new Map(findMarks().map((mark) => [mark.id, mark]))
for (const [id, { description }] of Object.entries(guards)) {
  const mark = marks.get(id)
  if (!mark || (searchWords.length > 0 && !searchWords.some((word) => id.includes(word)))) continue
  const isGuardTested = isRemovalCaught(mark)
  console.log(`${isGuardTested ? 'caught    ' : 'NOT CAUGHT'}  ${id}: ${description}`)
  if (!isGuardTested) process.exitCode = 1
}
