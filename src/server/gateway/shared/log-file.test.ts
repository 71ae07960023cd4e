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

test('rotates a full log, and keeps two files at most', {
  tags: ['log-is-bounded'],
}, () => {
  const { folder, file, log } = open(1_000)
  for (let line = 0; line < 200; line += 1) log.write(`${JSON.stringify({ line })}\n`)
  expect(readdirSync(folder).toSorted()).toEqual(['gateway.log', 'gateway.log.old'])
  for (const name of [file, `${file}.old`]) expect(statSync(name).size).toBeLessThanOrEqual(1_000)
  const lines = `${readFileSync(`${file}.old`, 'utf8')}${readFileSync(file, 'utf8')}`.trim().split('\n')
  expect(lines.at(-1)).toBe('{"line":199}')
  expect(lines.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(
    Array.from({ length: lines.length }, (_, index) => 200 - lines.length + index),
  )
})

test('drops lines that cannot be written, reports it once, and logs their number later', () => {
  const { file, complaints, log } = open(1_000, '/dev/full')
  for (const line of ['one\n', 'two\n', 'three\n']) log.write(line)
  expect(complaints).toEqual([expect.stringMatching(/^The log \S+gateway\.log cannot be written \(.*ENOSPC.*\)/)])
  rmSync(file)
  log.write('four\n')
  const [notice, line] = readFileSync(file, 'utf8').trim().split('\n')
  expect(JSON.parse(notice ?? '')).toMatchObject({ level: 40, dropped: 3 })
  expect(line).toBe('four')
})
