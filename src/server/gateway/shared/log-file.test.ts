import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLogFile } from './log-file.ts'

function open(maxBytes: number, target?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'gateway.log')
  if (target) symlinkSync(target, file)
  const complaints: string[] = []
  const log = createLogFile({ file, maxBytes, complain: (sentence) => void complaints.push(sentence) })
  return { folder, file, complaints, log }
}

test('a full log is set aside while it is written, and there are two files at most', {
  tags: ['log-is-bounded'],
}, () => {
  const { folder, file, log } = open(1_000)
  for (let line = 0; line < 200; line += 1) log.write(`${JSON.stringify({ line })}\n`)
  expect(readdirSync(folder).toSorted()).toEqual(['gateway.log', 'gateway.log.old'])
  for (const name of [file, `${file}.old`]) expect(statSync(name).size).toBeLessThanOrEqual(1_000)
  const kept = `${readFileSync(`${file}.old`, 'utf8')}${readFileSync(file, 'utf8')}`.trim().split('\n')
  expect(kept.at(-1)).toBe('{"line":199}')
  expect(kept.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(
    Array.from({ length: kept.length }, (_, index) => 200 - kept.length + index),
  )
})

test('a log that takes nothing drops its lines, says so once, and says how many when it takes them again', () => {
  const { file, complaints, log } = open(1_000, '/dev/full')
  for (const line of ['one\n', 'two\n', 'three\n']) log.write(line)
  expect(complaints).toEqual([expect.stringMatching(/^The log \S+gateway\.log cannot be written \(.*ENOSPC.*\)/)])
  rmSync(file)
  log.write('four\n')
  const [told, line] = readFileSync(file, 'utf8').trim().split('\n')
  expect(JSON.parse(told ?? '')).toMatchObject({ level: 40, dropped: 3 })
  expect(line).toBe('four')
})
