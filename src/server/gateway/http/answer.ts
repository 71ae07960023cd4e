/** Answers with an entity tag: a browser that has the same bytes gets a 304. */
import { hash } from 'node:crypto'
import type { GatewayContext } from './context.ts'

interface Bytes {
  body: string | Buffer
  contentType: string
}

/** The tag of a body: the same on every gateway and after every restart. */
export const etagOf = (body: string | Buffer): string => `"${hash('sha1', body, 'base64url')}"`

/** The tags that a browser sent. A proxy that compresses an answer marks its tag as weak. */
export const knownTags = (c: GatewayContext): string[] =>
  (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** Sends the bytes, or a 304 to a browser that has them. */
export function sendWithEtag(c: GatewayContext, { body, contentType }: Bytes, etag: string): Response {
  c.header('etag', etag)
  if (knownTags(c).includes(etag)) return c.body(null, 304)
  c.header('content-type', contentType)
  return c.body(typeof body === 'string' ? body : (body as Uint8Array<ArrayBuffer>))
}

interface Found {
  snapshot: Bytes
  cacheStatus: 'hit' | 'stale' | 'miss'
}

/** The tags of snapshots, computed at the first request. */
const etags = new WeakMap<Bytes, string>()

function snapshotTag(snapshot: Bytes): string {
  const etag = etags.get(snapshot) ?? etagOf(snapshot.body)
  etags.set(snapshot, etag)
  return etag
}

/** Sends a snapshot of the service's answer to a browser. @param age how long ago it was read, ms */
export function sendSnapshot(c: GatewayContext, { snapshot, cacheStatus }: Found, age: number): Response {
  c.header('age', `${Math.floor(age / 1000)}`)
  c.header(
    'cache-status',
    { hit: 'switchboard; hit', stale: 'switchboard; hit; detail=stale', miss: 'switchboard; fwd=miss' }[cacheStatus],
  )
  return sendWithEtag(c, snapshot, snapshotTag(snapshot))
}
