import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { afterTest, startGatewayWithService } from '../testing/testing.ts'

const scriptText = `console.log('${'x'.repeat(2_000)}')`
const pageText = '<!doctype html><script>theme()</script><style>body{}</style><script src="/assets/a-1.js"></script>'

function createBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-dist-'))
  afterTest(async () => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), pageText)
  writeFileSync(join(folder, 'assets', 'a-1.js'), scriptText)
  writeFileSync(join(folder, 'assets', 'a-1.js.gz'), gzipSync(scriptText))
  writeFileSync(join(folder, 'assets', 'a-1.js.br'), brotliCompressSync(scriptText))
  writeFileSync(join(folder, 'assets', 'plain-2.js'), scriptText)
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, '.env'), 'SECRET=1')
  return folder
}

describe('static files', () => {
  test('serves the page for any address, with a policy that forbids framing and allows inline scripts by hash only', {
    tags: ['R33', 'page-is-not-framed', 'only-own-scripts'],
  }, async () => {
    const { browser } = await startGatewayWithService(undefined, { dashboard: createBuild() })
    const answer = await browser().get('/batches/batch_1?tab=calls')
    expect(answer).toMatchObject({ status: 200, text: pageText })
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/)
    expect(policy).toContain("style-src 'self';")
    expect(policy).toMatch(/^default-src 'none';.* frame-ancestors 'none'$/)
    expect(policy).not.toMatch(/unsafe-|\*|https?:/)
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })

  /** Starts a gateway. @returns a function that sends it a request and leaves the answer compressed */
  async function startWithDashboard() {
    const { gateway } = await startGatewayWithService(undefined, { dashboard: createBuild() })
    return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      gateway.fetch(
        new Request(`http://127.0.0.1:4400${path}`, { method, headers: { host: '127.0.0.1:4400', ...headers } }),
      )
  }
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

  test('serves a script as the build compressed it, with an immutable cache header', async () => {
    const get = await startWithDashboard()
    const answer = await get('/assets/a-1.js', { 'accept-encoding': 'gzip' })
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(answer.headers.get('vary')).toMatch(/^accept-encoding$/i)
    expect(gunzipSync(await bytesOf(answer)).toString()).toBe(scriptText)
    const revalidation = { 'accept-encoding': 'gzip', 'if-none-match': answer.headers.get('etag') ?? '' }
    expect((await get('/assets/a-1.js', revalidation)).status).toBe(304)
  })

  test('serves the smallest encoding that the browser accepts, or none', async () => {
    const get = await startWithDashboard()
    const all = await get('/assets/a-1.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(all.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(await bytesOf(all)).toString()).toBe(scriptText)
    const none = await get('/assets/a-1.js')
    const uncompressed = await get('/assets/plain-2.js', { 'accept-encoding': 'gzip, br' })
    for (const answer of [none, uncompressed]) {
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(answer.headers.get('content-length')).toBe(`${scriptText.length}`)
      expect(answer.headers.get('vary')).toMatch(/^accept-encoding$/i)
      expect((await bytesOf(answer)).toString()).toBe(scriptText)
    }
  })

  test('answers a revalidation of the page with 304 and the current policy', async () => {
    const get = await startWithDashboard()
    const first = await get('/calls')
    const again = await get('/review', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
    for (const name of ['cache-control', 'content-security-policy', 'etag'])
      expect(again.headers.get(name)).toBe(first.headers.get(name))
  })

  test('answers HEAD requests without a body', async () => {
    const get = await startWithDashboard()
    for (const [path, type] of [
      ['/batches', 'text/html'],
      ['/icon.svg', 'image/svg+xml'],
      ['/assets/a-1.js', 'text/javascript'],
    ] as const) {
      const head = await get(path, {}, 'HEAD')
      expect([head.status, await head.text()]).toEqual([200, ''])
      expect(head.headers.get('content-type')).toContain(type)
    }
    expect((await get('/assets/gone-2.js', {}, 'HEAD')).status).toBe(404)
  })

  test.each(['/assets/gone-2.js', '/v2/thing', '/gateway/nothing'])(
    'answers 404 instead of the page for %s',
    { tags: ['missing-file-is-not-the-page'] },
    async (path) => {
      const { browser } = await startGatewayWithService(undefined, { dashboard: createBuild() })
      const answer = await browser().get(path)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable')
    },
  )

  test.each(['/.env', '/%2eenv', '/assets/..%2f.env', '/assets//../.env', '/..%2f..%2fetc%2fpasswd'])(
    'never serves a hidden or outside file for %s',
    async (path) => {
      const { browser } = await startGatewayWithService(undefined, { dashboard: createBuild() })
      expect((await browser().get(path)).text).not.toMatch(/SECRET|root:/)
    },
  )
})
