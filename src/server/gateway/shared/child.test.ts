import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { parseUploadParts } from '../http/upload.ts'
import { temporaryFolder } from '../testing/process.ts'
import { runInQueuedChild } from './child.ts'

/** Writes a module that runs this code when it gets a message. */
function moduleOf(code: string): URL {
  const file = join(temporaryFolder(), 'ends.mjs')
  writeFileSync(file, `process.once('message', () => { ${code} })`)
  return pathToFileURL(file)
}

test.each([
  ['is killed', "process.kill(process.pid, 'SIGKILL')", 'SIGKILL'],
  ['exits', 'process.exit(3)', '3'],
])('reports a process that %s, and still reads the next file', async (_, code, why) => {
  const ended = runInQueuedChild(moduleOf(code), {})
  const next = parseUploadParts({
    body: await new Blob([
      `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'1'.repeat(200_000)}\r\n--x--\r\n`,
    ]).arrayBuffer(),
    contentType: 'multipart/form-data; boundary=x',
  })
  await expect(ended).rejects.toThrow(`The process for ends.mjs ended early: ${why}.`)
  expect((await next)?.file?.byteLength).toBe(200_000)
})
