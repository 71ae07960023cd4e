import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { afterwards, world } from '../testing/testing.ts'

const script = `console.log('${'x'.repeat(2_000)}')`
const page = '<!doctype html><script>theme()</script><style>body{}</style><script src="/assets/a-1.js"></script>'

function built(): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-dist-'))
  afterwards(async () => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'assets', 'a-1.js'), script)
  writeFileSync(join(folder, 'assets', 'a-1.js.gz'), gzipSync(script))
  writeFileSync(join(folder, '.env'), 'SECRET=1')
  return folder
}

describe('a person who opens', () => {
  test('any address of the dashboard gets the page, which nobody can frame, with its inline parts allowed by their hashes only', {
    tags: ['R33', 'page-is-not-framed', 'only-own-scripts'],
  }, async () => {
    const { browser } = await world(undefined, { dashboard: built() })
    const answer = await browser().get('/batches/batch_1?tab=calls')
    expect(answer).toMatchObject({ status: 200, text: page })
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/)
    expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}';/)
    expect(policy).toMatch(/^default-src 'none';.* frame-ancestors 'none'$/)
    expect(policy).not.toMatch(/unsafe-|\*|https?:/)
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })

  test('a script gets it as the build packed it, for good', async () => {
    const { switchboard } = await world(undefined, { dashboard: built() })
    const request = () =>
      new Request('http://127.0.0.1:4400/assets/a-1.js', {
        headers: { host: '127.0.0.1:4400', 'accept-encoding': 'gzip' },
      })
    const answer = await switchboard.fetch(request())
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(script)
    const again = request()
    again.headers.set('if-none-match', answer.headers.get('etag') ?? '')
    expect((await switchboard.fetch(again)).status).toBe(304)
  })

  test.each(['/assets/gone-2.js', '/v2/thing', '/gateway/nothing'])(
    '%s, which is not there, is not given the page instead',
    { tags: ['missing-file-is-not-the-page'] },
    async (path) => {
      const { browser } = await world(undefined, { dashboard: built() })
      expect((await browser().get(path)).status).toBe(404)
    },
  )

  test.each(['/.env', '/assets/..%2f.env', '/..%2f..%2fetc%2fpasswd'])(
    '%s is never given a file outside the list',
    async (path) => {
      const { browser } = await world(undefined, { dashboard: built() })
      expect((await browser().get(path)).text).not.toMatch(/SECRET|root:/)
    },
  )
})
