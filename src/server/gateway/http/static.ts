/**
 * Serves the built dashboard. Hono serves its files, compressed if the build compressed them. This module adds the routes of the dashboard's
 * pages, cache headers, and the hashes of the page's inline scripts, which are read at the start: restart after a build.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { notFound } from '../shared/refusals.ts'
import type { Env } from './context.ts'
import { createFirstLinks } from './first-links.ts'

const pageFile = 'index.html'
const policyHashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Hashes of the page's inline scripts, for the content security policy. */
const scriptHashesOf = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)]
    .map((match) => match[1] ?? '')
    .filter((text) => text.trim() !== '')
    .map(policyHashOf)

/**
 * The version of the dashboard, which the build wrote into the page (vite.config.ts). Versions sort by build time.
 *
 * @param folder the build's output; null if something else serves the dashboard
 * @returns null if there is none
 */
export function dashboardVersion(folder: string | null): string | null {
  if (folder === null || !existsSync(join(folder, pageFile))) return null
  return /<meta name="version" content="([^"]+)">/.exec(readFileSync(join(folder, pageFile), 'utf8'))?.[1] ?? null
}

/**
 * @param folder the build's output; null if something else serves the dashboard
 * @param hasWorkspaces whether operators choose between workspaces
 * @returns `scriptHashes` for the content security policy, routes for every GET outside the API, and the header `Link` of a page
 */
export function createStatic(folder: string | null, hasWorkspaces: boolean) {
  const routes = new Hono<Env>()
  if (folder === null || !existsSync(join(folder, pageFile))) {
    routes.get('*', () => {
      throw notFound('The dashboard is not built. Run npm start, or npm run dev.')
    })
    return { scriptHashes: [], routes, linksOf: () => '' }
  }
  const serveFile = serveStatic({ root: folder, precompressed: true })
  // A 304 also has the policy, otherwise a browser would continue to use the stored one, and the cookie of a new session.
  routes.get('*', etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'content-security-policy', 'set-cookie'] }))
  routes.get('*', async (c, next) => {
    await next()
    if (!c.res.ok) return
    // The names of these files contain a hash.
    const isHashed = c.req.path.startsWith('/assets/')
    c.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('vary', 'accept-encoding')
  })
  const answerNotFound = () => {
    throw notFound()
  }
  // A missing script must not be answered with the page.
  routes.get('/assets/*', serveFile, /* guard: missing-file-is-not-the-page */ answerNotFound)
  // Files next to the page, but no hidden ones.
  routes.get('/:name{[^./][^/]*}', serveFile)
  routes.get('*', serveStatic({ root: folder, path: pageFile, precompressed: true }))
  return {
    scriptHashes: scriptHashesOf(readFileSync(join(folder, pageFile), 'utf8')),
    routes,
    linksOf: createFirstLinks(folder, hasWorkspaces),
  }
}
