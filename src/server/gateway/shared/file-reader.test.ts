import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createFileReader } from '#server/child/reader.ts'
import { readElsewhere } from './file-reader.ts'

function moduleOf(code: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'work.mjs')
  writeFileSync(file, `export default ${code}`)
  return pathToFileURL(file)
}
const reading = { person: 'ann', isStart: false }

test('a file that takes too long is refused with a sentence', { tags: ['long-reading-is-refused'] }, async () => {
  const reader = createFileReader({ maxMs: 2_000 })
  const endless = readElsewhere(
    moduleOf('() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'),
    {},
    reading,
    reader,
  )
  await expect(endless).rejects.toMatchObject({
    name: 'Refusal',
    status: 400,
    message:
      'This file takes longer than 30 seconds to read. Nothing was sent. Split it into several files, or remove columns that the calls do not need.',
  })
})

test('an upload whose sender has gone is no error of the gateway', async () => {
  const signal = AbortSignal.abort('Client connection prematurely closed.')
  const left = readElsewhere(moduleOf('() => 1'), {}, { ...reading, signal })
  await expect(left).rejects.toMatchObject({ name: 'Refusal', status: 400, code: 'broken_off' })
})
