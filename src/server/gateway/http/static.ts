/**
 * The built dashboard. hono serves its files, packed where the build packed them; ours are the addresses that are no file, how long a
 * browser keeps what, and the hashes of what stands inline in the page. These are read at the start: after a build, start anew.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { notFound } from '../shared/refusals.ts'
import type { Env } from './context.ts'

const page = 'index.html'
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Hashes of what stands inline in the page, for the content security policy. */
function inlineOf(html: string): { scripts: string[]; styles: string[] } {
  const inside = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([^]*?)</${tag}>`, 'g'))]
      .map((match) => match[1] ?? '')
      .filter((text) => text.trim() !== '')
      .map(hash)
  return { scripts: inside('script'), styles: inside('style') }
}

/**
 * The version of the dashboard, as the build wrote it into the page (vite.config.ts): versions sort by the time of their build.
 *
 * @param folder what the build wrote; null: somebody else serves the dashboard
 * @returns null where there is none
 */
export function dashboardVersion(folder: string | null): string | null {
  if (folder === null || !existsSync(join(folder, page))) return null
  return /<meta name="version" content="([^"]+)">/.exec(readFileSync(join(folder, page), 'utf8'))?.[1] ?? null
}

/**
 * @param folder what the build wrote; null: somebody else serves the dashboard
 * @returns `inline` for the content security policy, and the routes of every GET that is no API's
 */
export function createStatic(folder: string | null) {
  const routes = new Hono<Env>()
  if (folder === null || !existsSync(join(folder, page))) {
    routes.get('*', () => {
      throw notFound('The dashboard is not built. Run npm start, or npm run dev.')
    })
    return { inline: inlineOf(''), routes }
  }
  const file = serveStatic({ root: folder, precompressed: true })
  // A 304 renews the policy too: a browser would go on with the one that it stored.
  routes.get('*', etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'content-security-policy'] }))
  routes.get('*', async (c, next) => {
    await next()
    if (!c.res.ok) return
    // The build puts a hash into the names of these.
    const isHashed = c.req.path.startsWith('/assets/')
    c.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('vary', 'accept-encoding')
  })
  const missing = () => {
    throw notFound()
  }
  // A missing script must not be answered with the page.
  routes.get('/assets/*', file, /* guard: missing-file-is-not-the-page */ missing)
  // Beside the page, and nothing hidden.
  routes.get('/:name{[^./][^/]*}', file)
  routes.get('*', serveStatic({ root: folder, path: page, precompressed: true }))
  return { inline: inlineOf(readFileSync(join(folder, page), 'utf8')), routes }
}
