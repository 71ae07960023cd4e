/** Uploads are written to the data folder as they arrive, and nothing of them stays there. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSilentLog } from '../shared/log.ts'
import { refusal } from '../shared/refusals.ts'
import { csvForm, startGatewayWithService } from '../testing/testing.ts'
import { canMount, mountSmallVolume } from '../testing/volumes.ts'
import storeFile from './upload-child.ts'
import { createUploads } from './uploads.ts'

const chunkBytes = 64 * 1024
const limits = { maxBytes: 1024 * 1024, tooLarge: () => refusal({ status: 413, code: 'too_large', message: 'Large.' }) }
const filesIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String)
const permissionsOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

function openUploads() {
  const parent = mkdtempSync(join(tmpdir(), 'switchboard-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, 'uploads')
  return { folder, uploads: createUploads({ folder, log: createSilentLog() }) }
}

/** A request whose body has this many chunks. @param onPull called when the next one is asked for */
const requestOf = (
  chunks: number,
  onPull: (asked: number) => void = () => {},
  headers: Record<string, string> = {},
) => {
  let asked = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        onPull(asked)
        if (asked === chunks) return controller.close()
        asked += 1
        controller.enqueue(new Uint8Array(chunkBytes).fill(asked))
      },
    },
    { highWaterMark: 0 },
  )
  return new Request('http://localhost', { method: 'POST', body, headers, duplex: 'half' })
}

test('nothing more of a body is taken before what came is on the disk', async () => {
  const { folder, uploads } = openUploads()
  const written: number[] = []
  const request = requestOf(10, () => {
    const [body = ''] = filesIn(folder).filter((name) => name.endsWith('body'))
    written.push(statSync(join(folder, body)).size / chunkBytes)
  })
  const found = await uploads.receive(request, limits, async ({ body }) => readFileSync(body))
  expect(written).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(found.byteLength).toBe(10 * chunkBytes)
  expect(found[3 * chunkBytes]).toBe(4)
})

test('only the user of the gateway may read an upload', async () => {
  const { folder, uploads } = openUploads()
  await uploads.receive(requestOf(1), limits, async ({ body }) => {
    expect([folder, dirname(body), body].map(permissionsOf)).toEqual(['700', '700', '600'])
  })
})

test('an upload is removed with its request, however it ends', { tags: ['uploads-are-removed'] }, async () => {
  const { folder, uploads } = openUploads()
  const receive = (request: Request, use: () => Promise<unknown> = () => Promise.resolve()) =>
    uploads.receive(request, limits, async ({ file }) => {
      writeFileSync(file, 'phone_number')
      return use()
    })
  await receive(requestOf(2))
  await expect(receive(requestOf(2), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(receive(requestOf(17))).rejects.toMatchObject({ status: 413 })
  const brokenOff = requestOf(3, (asked) => {
    if (asked === 2) throw new Error('gone')
  })
  await expect(receive(brokenOff)).rejects.toMatchObject({ status: 400, code: 'broken_off' })
  expect(filesIn(folder)).toEqual([])
})

test('nothing is read of an upload that says that it is too large', async () => {
  const { uploads } = openUploads()
  let asked = 0
  const request = requestOf(20, () => (asked += 1), { 'content-length': '2000000' })
  await expect(uploads.receive(request, limits, () => Promise.resolve())).rejects.toMatchObject({ status: 413 })
  expect(asked).toBe(0)
})

test('what a killed process left is removed at the next start, and what is there at the end', {
  tags: ['uploads-of-a-killed-process-are-removed'],
}, () => {
  const { folder } = openUploads()
  const leave = () => {
    mkdirSync(join(folder, 'upload-x'), { recursive: true })
    writeFileSync(join(folder, 'upload-x/body'), '+4915112345678')
  }
  leave()
  const next = createUploads({ folder, log: createSilentLog() })
  expect(() => readdirSync(folder)).toThrow('ENOENT')
  leave()
  next.close()
  expect(() => readdirSync(folder)).toThrow('ENOENT')
})

// Needs the permission to mount a file system.
test.skipIf(!canMount)('on a full disk an upload is refused with a sentence, and nothing of it stays', async () => {
  const { folder } = mountSmallVolume()
  const uploads = createUploads({ folder: join(folder, 'uploads'), log: createSilentLog() })
  const large = { ...limits, maxBytes: 64 * 1024 * 1024 }
  const refused = await uploads.receive(requestOf(200), large, () => Promise.resolve()).catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'Refusal', status: 503, code: 'not_recorded' })
  expect(filesIn(folder)).toEqual(['uploads'])
})

test('a file that cannot be taken out of its upload is refused with a sentence', {
  tags: ['file-that-cannot-be-stored-is-refused'],
}, async () => {
  const { folder } = openUploads()
  mkdirSync(folder)
  const body = join(folder, 'body')
  const part = ['--x', 'content-disposition: form-data; name="file"; filename="a.csv"', '', 'phone_number', '--x--', '']
  writeFileSync(body, part.join('\r\n'))
  const upload = { body, file: join(folder, 'missing/file'), contentType: 'multipart/form-data; boundary=x' }
  expect(await storeFile(upload)).toMatchObject({ refused: { status: 503, code: 'not_recorded', sent: 'no' } })
})

test('a check and a start leave nothing in the data folder', async () => {
  const { folder } = openUploads()
  const { grace, service } = await startGatewayWithService(undefined, { uploadFolder: folder })
  const file = `phone_number,note\n${Array.from({ length: 5_000 }, (_, at) => `+1415555${1_000 + at},a`).join('\n')}\n`
  const checked = await grace.post('/gateway/launches/recipients', csvForm({}, file))
  const started = await grace.post('/gateway/launches', csvForm({ agentId: 'a1', name: 'A' }, file), { key: 'k' })
  const withoutFile = new FormData()
  withoutFile.set('name', 'A')
  const refused = await grace.post('/gateway/launches', withoutFile, { key: 'l' })
  expect([checked.status, started.json.error.code, refused.status]).toEqual([200, 'not_found', 400])
  const [sent] = service.requestsTo('POST', '/v1/api/batch-calls')
  expect(sent?.body).toContain(file)
  expect(filesIn(folder)).toEqual([])
})
