/**
 * `node src/tools/guards.ts [words…]` removes the guards of `guards/table.ts` one at a time (only those whose id contains one of the
 * words), checks that the tests with the guard's id fail, and restores it. Exits with 1 if the tests pass without a guard.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMarks, type Mark, withoutGuard } from './guards/marks.ts'
import { guards } from './guards/table.ts'
import { taggedTests } from './tagged.ts'

const top = join(import.meta.dirname, '../..')
const tests = taggedTests()

/** Whether a test with this guard's id runs and fails. */
function fails(id: string): boolean {
  const files = tests.filter(({ tags }) => tags.includes(id)).map(({ file }) => file)
  const stories = files.filter((file) => file.endsWith('.story.ts'))
  const units = files.filter((file) => !stories.includes(file))
  const run = (command: string, ...words: string[]) => {
    const { status, stdout } = spawnSync(command, words, { cwd: top, encoding: 'utf8' })
    return status !== 0 && /Tests .*failed|\d failed/.test(stdout)
  }
  return (
    (units.length > 0 && run('vitest', 'run', ...units, `--tagsFilter=${id}`, '--reporter=dot')) ||
    (stories.length > 0 &&
      run('playwright', 'test', ...stories, '--project=embedded', '--reporter=line', '--grep', `@${id}(?![\\w-])`))
  )
}

function isCaught(mark: Mark): boolean {
  const path = join(top, mark.file)
  try {
    writeFileSync(path, withoutGuard(mark, guards[mark.id]?.without))
    return fails(mark.id)
  } finally {
    writeFileSync(path, mark.text)
  }
}

const words = process.argv.slice(2)
const marks = new Map(findMarks().map((mark) => [mark.id, mark]))
for (const [id, { says }] of Object.entries(guards)) {
  const mark = marks.get(id)
  if (!mark || (words.length > 0 && !words.some((word) => id.includes(word)))) continue
  const caught = isCaught(mark)
  console.log(`${caught ? 'caught    ' : 'NOT CAUGHT'}  ${id}: ${says}`)
  if (!caught) process.exitCode = 1
}
