/**
 * The built dashboard. The files are listed once, at the start: what is not in the list is the page, so no path can lead anywhere
 * else. Texts are packed once, when first asked for.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { GatewayContext } from './context.ts'
import { notFound } from './refusals.ts'

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
const packed = new Set(['html', 'js', 'css', 'svg', 'json', 'webmanifest', 'txt'])
/** The build puts a hash into these names. */
const hashed = /^\/assets\//
const page = '/index.html'
const worthPacking = 1_024

type Packing = 'br' | 'gzip'
const pack: Record<Packing, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

interface Item {
  bytes: Buffer
  type: string
  tag: string
  packings: Map<Packing, Promise<Buffer>>
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
        const item = { bytes, type: types[extensionOf(name)] ?? '', tag, packings: new Map() }
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

  function packingOf(c: GatewayContext, path: string, item: Item): Packing | null {
    if (!packed.has(extensionOf(path)) || item.bytes.length < worthPacking) return null
    const accepted = c.req.header('accept-encoding') ?? ''
    if (/\bbr\b/.test(accepted)) return 'br'
    return /\bgzip\b/.test(accepted) ? 'gzip' : null
  }

  async function serve(c: GatewayContext): Promise<Response> {
    const path = files.has(c.req.path) ? c.req.path : page
    const item = files.get(path)
    // A missing script must not be answered with the page.
    if (!item || (path === page && hashed.test(c.req.path)))
      throw notFound(item ? undefined : 'The dashboard is not built. Run npm start, or npm run dev.')
    c.header('cache-control', hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('etag', item.tag)
    c.header('vary', 'accept-encoding')
    if (c.req.header('if-none-match') === item.tag) return c.body(null, 304)
    c.header('content-type', item.type)
    const packing = packingOf(c, path, item)
    if (!packing) return c.body(new Uint8Array(item.bytes))
    if (!item.packings.has(packing)) item.packings.set(packing, pack[packing](item.bytes))
    c.header('content-encoding', packing)
    return c.body(new Uint8Array((await item.packings.get(packing)) ?? item.bytes))
  }

  return { inline, serve }
}
