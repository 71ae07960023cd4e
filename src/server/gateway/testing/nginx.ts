/** For tests: runs a real nginx with the example configuration. Needs `nginx`, and `openssl` for the certificate. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, fetch as undiciFetch } from 'undici'
import { findProgram } from './find-program.ts'
import { findFreePort } from './free-port.ts'
import { runNginx } from './run-nginx.ts'
import { afterTest, openBrowser } from './testing.ts'

const example = join(import.meta.dirname, '../../deploy/nginx')

/** Whether this machine has both programs. */
export const hasNginx = (): boolean => findProgram('nginx') !== undefined && findProgram('openssl') !== undefined

/** Replaces a part of a text. @throws Error if the text does not contain it */
function replaceOrThrow(text: string, pattern: string | RegExp, replacement: string): string {
  const changed = text.replace(pattern, replacement)
  if (changed === text) throw new Error(`The example does not contain ${pattern}.`)
  return changed
}

function makeCertificate(folder: string): void {
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    join(folder, 'privkey.pem'),
  ]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  execFileSync(
    findProgram('openssl') ?? '',
    ['req', '-x509', ...key, ...subject, '-out', join(folder, 'fullchain.pem')],
    {
      stdio: 'ignore',
    },
  )
}

/** Chooses nginx's address in advance, because the gateways behind it need their PUBLIC_URL before they start. */
export async function chooseNginxAddress() {
  const port = await findFreePort()
  return { port, url: `https://127.0.0.1:${port}` }
}

/**
 * Starts nginx in front of gateways, until the end of the test. Uses the example's files with other names, ports and paths.
 *
 * @param gateways ports of the gateways
 */
export async function startNginx({ port, gateways }: { port: number; gateways: readonly number[] }) {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-nginx-'))
  makeCertificate(folder)
  const httpPort = await findFreePort()
  let server = readFileSync(join(example, 'switchboard.conf'), 'utf8')
  server = replaceOrThrow(server, 'listen 80;', `listen 127.0.0.1:${httpPort};`)
  server = replaceOrThrow(server, 'listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
  server = replaceOrThrow(server, /server_name switchboard\.example\.com;/g, 'server_name 127.0.0.1;')
  server = replaceOrThrow(server, /\/etc\/letsencrypt\/live\/switchboard\.example\.com/g, folder)
  server = replaceOrThrow(server, '/var/log/nginx/switchboard.log', join(folder, 'access.log'))
  const upstream = readFileSync(join(example, 'switchboard-upstream.conf'), 'utf8')
  const upstreamConfig = (drainedPorts: readonly number[]) =>
    replaceOrThrow(
      upstream,
      /(?: {2}server 127\.0\.0\.1:\d+ (.*);\n)+/,
      gateways
        .map((gateway) => `  server 127.0.0.1:${gateway} $1${drainedPorts.includes(gateway) ? ' down' : ''};\n`)
        .join(''),
    )
  writeFileSync(join(folder, 'server.conf'), server)
  writeFileSync(join(folder, 'upstream.conf'), upstreamConfig([]))
  const http = `include ${folder}/upstream.conf; include ${folder}/server.conf;`
  const { child, reload } = await runNginx({ folder, port, http })
  afterTest(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `https://127.0.0.1:${port}`

  return {
    url,
    /** Reads the access log: a line per request with method, path, status, and the gateways that nginx sent it to. */
    readLog: () => readFileSync(join(folder, 'access.log'), 'utf8').trim().split('\n').filter(Boolean),
    /** Marks gateways as down, as the example describes, so that new requests go to the others. Ends when all requests go there. */
    drain: async (ports: readonly number[]) => {
      writeFileSync(join(folder, 'upstream.conf'), upstreamConfig(ports))
      await reload()
    },
    /** Opens a test browser with this client address. */
    browser: (address = '127.0.0.1') => {
      const dispatcher = new Agent({ localAddress: address, connect: { rejectUnauthorized: false } })
      afterTest(() => dispatcher.destroy())
      return openBrowser(async (request) => {
        const { pathname, search } = new URL(request.url)
        const headers = new Headers(request.headers)
        headers.delete('host')
        headers.set('origin', url)
        const body = request.method === 'GET' ? null : new Uint8Array(await request.arrayBuffer())
        return undiciFetch(url + pathname + search, {
          method: request.method,
          headers: [...headers],
          body,
          dispatcher,
          redirect: 'manual',
        })
      })
    },
  }
}
