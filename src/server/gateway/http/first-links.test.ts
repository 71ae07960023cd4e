/** Tests what a page lets the browser begin together with the document. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { firstNeeds } from '#contract/index.ts'
import { startGatewayWithService } from '../testing/testing.ts'

const agentsModule = 'src/features/agents/list-page.tsx'
const manifest = {
  'node_modules/inter/inter-latin-wght-normal.woff2': { file: 'assets/inter-latin-4.woff2' },
  'index.html': { file: 'assets/index-1.js', css: ['assets/index-5.css'] },
  _shared: { file: 'assets/shared-2.js', imports: ['index.html'] },
  [agentsModule]: { file: 'assets/list-page-3.js', imports: ['index.html', '_shared'] },
}

function createBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'built-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'icon.svg'), '<svg/>')
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  return folder
}

async function openWorld(changes: Record<string, string> = {}) {
  const environment = { SERVICE_WORKSPACE_ID: 'ws_main=Main', ...changes }
  const { gateway } = await startGatewayWithService(undefined, { dashboard: createBuild(), environment })
  const host = changes.PUBLIC_URL ? new URL(changes.PUBLIC_URL).host : '127.0.0.1:4400'
  return (path: string, headers: Record<string, string> = {}) =>
    gateway.fetch(new Request(`http://${host}${path}`, { headers: { host, ...headers } }))
}
const linksOf = (answer: Response) => answer.headers.get('link')?.split(', ') ?? []
const session = '</gateway/session>; rel=preload; as=fetch; crossorigin'
const font = '</assets/inter-latin-4.woff2>; rel=preload; as=font; crossorigin'
const everyPage = [session, '</assets/index-5.css>; rel=preload; as=style; crossorigin', font]
const agentsLinks = [
  ...everyPage,
  '</assets/list-page-3.js>; rel=modulepreload',
  '</assets/shared-2.js>; rel=modulepreload',
  '</api/v1/agents?limit=100>; rel=preload; as=fetch; crossorigin',
  '</api/v1/flows?limit=100>; rel=preload; as=fetch; crossorigin',
]

describe('a page', () => {
  test('names the session, how it looks, its script and the reads of its loader', async () => {
    const get = await openWorld()
    const page = await get('/agents')
    expect(linksOf(page)).toEqual(agentsLinks)
    // The reads have the session, although nobody was signed in before.
    expect(page.headers.getSetCookie().length).toBeGreaterThan(0)
    const cookie = page.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const again = await get('/agents', { cookie, 'if-none-match': page.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect(linksOf(again)).toEqual(agentsLinks)
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test('names only what every page needs if its address says more, or is not known', async () => {
    const get = await openWorld()
    for (const path of ['/agents?search=front', '/agents/a1', '/settings/people'])
      expect(linksOf(await get(path))).toEqual(everyPage)
    expect(linksOf(await get('/icon.svg'))).toEqual([])
  })

  test('names no read to somebody who is not signed in', async () => {
    const get = await openWorld({ HOST: '0.0.0.0', PUBLIC_URL: 'https://127.0.0.1' })
    const links = linksOf(await get('/agents'))
    expect(links).toContain(session)
    expect(links.filter((link) => link.includes('/api/'))).toEqual([])
  })

  test('names no read if a tab may have chosen another workspace', async () => {
    const get = await openWorld({ SERVICE_WORKSPACE_ID: 'ws_main=Main,ws_other=Other' })
    expect(linksOf(await get('/agents')).filter((link) => link.includes('/api/'))).toEqual([])
  })
})

test('the modules of first needs are those of the routes', () => {
  const routes = readFileSync('src/routes.tsx', 'utf8')
  for (const [address, { module }] of Object.entries(firstNeeds))
    expect(routes).toContain(`pageRoute(paths.${address.slice(1)}(), () => import('./${module}'))`)
})
