import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { createFileReader, TooMuchToRead } from './reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'switchboard-'))
afterAll(() => rmSync(folder, { recursive: true }))
/** A module with this default export. */
function moduleOf(code: string): URL {
  const file = join(folder, `work-${Math.random()}.mjs`)
  writeFileSync(file, `import { appendFileSync } from 'node:fs'\nexport default ${code}`)
  return pathToFileURL(file)
}
const own = moduleOf('() => process.pid')
const ann = { person: 'ann', isStart: false }
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** Work that writes down its process and blocks it for ever, but not the processor. */
const endless = (note: string) =>
  moduleOf(
    `() => { appendFileSync(${JSON.stringify(note)}, process.pid + '\\n'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) }`,
  )
const noted = (note: string): number[] => {
  try {
    return readFileSync(note, 'utf8').trim().split('\n').map(Number)
  } catch {
    return []
  }
}

/** Waits as long as a test may take: a busy machine needs seconds to start a process. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 30_000 })

test('reads in another process, which stays for the next file', async () => {
  const reader = createFileReader()
  const first = await reader.run<number>(own, {}, ann)
  expect(first).not.toBe(process.pid)
  expect(await reader.run<number>(own, {}, ann)).toBe(first)
  expect(await reader.run(moduleOf('({ bytes }) => bytes.length'), { bytes: new Uint8Array(200_000) }, ann)).toBe(
    200_000,
  )
})

test('a process that has used much memory does not stay', async () => {
  const reader = createFileReader()
  const pid = await reader.run<number>(moduleOf('() => Buffer.alloc(400_000_000, 1) && process.pid'), {}, ann)
  expect(await reader.run<number>(own, {}, ann)).not.toBe(pid)
  await waitFor(() => expect(isAlive(pid)).toBe(false))
})

test.each([
  ['is killed', "process.kill(process.pid, 'SIGKILL')", 'SIGKILL'],
  ['exits', 'process.exit(3)', '3'],
])('a process that %s is an error, and the next file is read', async (_, code, why) => {
  const reader = createFileReader()
  const ended = reader.run(moduleOf(`() => { ${code}; return new Promise(() => {}) }`), {}, ann)
  await expect(ended).rejects.toThrow(new RegExp(`^The process for work-[\\d.]+mjs ended early: ${why}\\.$`))
  expect(await reader.run<number>(own, {}, ann)).toBeGreaterThan(0)
})

test('reading that takes too long is ended', { tags: ['reading-ends-in-time'] }, async () => {
  const note = join(folder, 'slow')
  const reader = createFileReader({ maxMs: 3_000 })
  await expect(reader.run(endless(note), {}, ann)).rejects.toBeInstanceOf(TooMuchToRead)
  await waitFor(() => expect(noted(note).map(isAlive)).toEqual([false]))
})

test('reading ends with its request, also while it waits', { tags: ['reading-ends-with-its-request'] }, async () => {
  const note = join(folder, 'left')
  const reader = createFileReader({ perPerson: 1 })
  const leaving = new AbortController()
  const file = endless(note)
  const both = [1, 2].map(() => reader.run(file, {}, { ...ann, signal: leaving.signal }))
  const next = reader.run<number>(own, {}, ann)
  await waitFor(() => expect(noted(note)).toHaveLength(1))
  leaving.abort(new Error('gone'))
  for (const one of both) await expect(one).rejects.toThrow('gone')
  expect(await next).toBeGreaterThan(0)
  await waitFor(() => expect(noted(note).map(isAlive)).toEqual([false]))
})
