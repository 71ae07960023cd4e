/** A gateway behind nginx with the example configuration, if nginx is installed. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { doNotCallLimits, gatewayEndpoints } from '#contract/index.ts'
import { ines, wrongPassword } from '#server/gateway/testing/public-gateway.ts'
import { findFreePort } from '../gateway/testing/free-port.ts'
import { chooseNginxAddress, hasNginx, startNginx } from '../gateway/testing/nginx.ts'
import { startProcess, temporaryFolder } from '../gateway/testing/process.ts'
import { afterTest, csvForm, startScriptedService } from '../gateway/testing/testing.ts'

/** Starts a gateway with a public address and signs in Ines, its administrator. */
async function startBehindNginx() {
  const service = await startScriptedService(() => undefined)
  afterTest(service.close)
  const { port, url } = await chooseNginxAddress()
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>Switchboard</title>')
  const gatewayPort = await findFreePort()
  const gateway = await startProcess(
    service.url,
    join(folder, 'data'),
    { PUBLIC_URL: url, PORT: `${gatewayPort}` },
    folder,
  )
  const nginx = await startNginx({ port, gateways: [gatewayPort] })
  await expect.poll(gateway.output).toContain('#link=')
  const token = /#link=(\S+)/.exec(gateway.output())?.[1]
  const signedInBrowser = nginx.browser('127.0.0.2')
  expect(await signedInBrowser.post('/gateway/session/link', { token, ...ines })).toMatchObject({ status: 200 })
  return { nginx, signedInBrowser }
}

// Without nginx, the tests do not exist instead of being skipped.
describe.each(hasNginx() ? ['nginx'] : [])('a gateway behind %s', { timeout: 60_000 }, () => {
  test('serves the page, accepts an upload of 5 MB, hides metrics, and counts failed sign-ins by the visitor’s address, regardless of the headers they send', {
    tags: ['R35'],
  }, async () => {
    const { nginx, signedInBrowser } = await startBehindNginx()
    const page = await signedInBrowser.get('/batches')
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<title>Switchboard</title>') })
    expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const rows = Array.from({ length: 25_000 }, (_, i) => `+1907${2_000_000 + i},${'x'.repeat(200)}`)
    const file = `phone_number,note\n${rows.join('\n')}\n`
    expect(file.length).toBeGreaterThan(5 * 1024 * 1024)
    const checkAnswer = await signedInBrowser.post(
      gatewayEndpoints.recipientsCheck.path,
      csvForm({ agentId: 'agent1', name: 'Renewals' }, file),
    )
    expect(checkAnswer).toMatchObject({ status: 200 })
    expect((await signedInBrowser.get('/metrics')).status).toBe(404)
    expect(nginx.readLog().filter((line) => line.includes('token') || line.includes('?'))).toEqual([])

    const signInWithWrongPassword = async (browser: ReturnType<typeof nginx.browser>, forwardedHost: number) => {
      const headers = { 'x-forwarded-for': `203.0.113.${forwardedHost}` }
      return (
        await browser.post('/gateway/session/sign-in', { email: ines.email, password: wrongPassword }, { headers })
      ).status
    }
    const visitor = nginx.browser('127.0.0.3')
    const statuses: number[] = []
    for (let i = 1; i <= 6; i += 1) statuses.push(await signInWithWrongPassword(visitor, i))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect(await signInWithWrongPassword(nginx.browser('127.0.0.4'), 9)).toBe(401)
  })
})

test('nginx accepts the largest upload that the gateway accepts', () => {
  const text = readFileSync(join(import.meta.dirname, 'nginx/switchboard.conf'), 'utf8')
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(text)?.[1])
  expect(megabytes * 1024 * 1024).toBeGreaterThan(doNotCallLimits.bytes + 64 * 1024)
})
