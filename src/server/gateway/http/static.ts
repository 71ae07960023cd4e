/**
 * The built dashboard. The files are listed once, at the start: what is not in the list is the page, so no path can lead anywhere
 * else. Beside a text the build wrote it packed.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { notFound } from '../shared/refusals.ts'
import type { GatewayContext } from './context.ts'

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
  png: 'image/png',
  ico: 'image/x-icon',
  webp: 'image/webp',
}
/** The build puts a hash into these names. */
const hashed = /^\/assets\//
const page = '/index.html'
/** As a browser names it, and the file's ending; the smallest first. */
const packings = [
  ['br', 'br'],
  ['gzip', 'gz'],
] as const

interface Item {
  bytes: Buffer
  type: string
  tag: string
  packed: { packing: string; bytes: Buffer }[]
}

const extensionOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function read(folder: string): Map<string, Item> {
  if (!existsSync(join(folder, page))) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  return new Map(
    names
      .filter((name) => statSync(name).isFile() && types[extensionOf(name)] !== undefined)
      .map((name) => {
        const bytes = readFileSync(name)
        const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
        const packed = packings
          .filter(([, ending]) => existsSync(`${name}.${ending}`))
          .map(([packing, ending]) => ({ packing, bytes: readFileSync(`${name}.${ending}`) }))
        const item = { bytes, type: types[extensionOf(name)] ?? '', tag, packed }
        return [`/${relative(folder, name).split(sep).join('/')}`, item]
      }),
  )
}

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
 * @param folder what the build wrote; null: somebody else serves the dashboard
 * @returns `inline` for the content security policy, and the handler of every GET that is no API's
 */
export function createStatic(folder: string | null) {
  const files = folder === null ? new Map<string, Item>() : read(folder)
  const inline = inlineOf(files.get(page)?.bytes.toString('utf8') ?? '')

  function serve(c: GatewayContext): Response {
    const path = files.has(c.req.path) ? c.req.path : page
    const item = files.get(path)
    // A missing script must not be answered with the page.
    if (!item || /* guard: missing-file-is-not-the-page */ (path === page && hashed.test(c.req.path)))
      throw notFound(item ? undefined : 'The dashboard is not built. Run npm start, or npm run dev.')
    c.header('cache-control', hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('etag', item.tag)
    c.header('vary', 'accept-encoding')
    if (c.req.header('if-none-match') === item.tag) return c.body(null, 304)
    c.header('content-type', item.type)
    const accepted = (c.req.header('accept-encoding') ?? '').split(/[\s,;]+/)
    const packed = item.packed.find(({ packing }) => accepted.includes(packing))
    if (packed) c.header('content-encoding', packed.packing)
    return c.body(new Uint8Array((packed ?? item).bytes))
  }

  return { inline, serve }
}
