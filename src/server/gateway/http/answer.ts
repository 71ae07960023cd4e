/** Answers with an entity tag: a browser that has the same bytes gets a 304. */
import { hash } from 'node:crypto'
import type { GatewayContext } from './context.ts'

interface AnswerBody {
  body: string | Buffer
  contentType: string
}

/** The tag of a body: the same on every gateway and after every restart. */
export const etagOf = (body: string | Buffer): string => `"${hash('sha1', body, 'base64url')}"`

/** The tags that a browser sent, without the mark W/ that a compressing proxy adds. */
export const browserTags = (c: GatewayContext): string[] =>
  (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** Sends the bytes, or a 304 to a browser that has them. */
export function sendWithEtag(c: GatewayContext, { body, contentType }: AnswerBody, etag: string): Response {
  c.header('etag', etag)
  if (browserTags(c).includes(etag)) return c.body(null, 304)
  c.header('content-type', contentType)
  return c.body(typeof body === 'string' ? body : (body as Uint8Array<ArrayBuffer>))
}

interface CachedAnswer {
  snapshot: AnswerBody
  cacheStatus: 'hit' | 'stale' | 'miss'
}

/** The tags of snapshots, computed at the first request. */
const snapshotTags = new WeakMap<AnswerBody, string>()

function snapshotTagOf(snapshot: AnswerBody): string {
  const etag = snapshotTags.get(snapshot) ?? etagOf(snapshot.body)
  snapshotTags.set(snapshot, etag)
  return etag
}

/** Sends a snapshot of the service's answer to a browser. @param ageMs how long ago it was read, ms */
export function sendSnapshot(c: GatewayContext, { snapshot, cacheStatus }: CachedAnswer, ageMs: number): Response {
  c.header('age', `${Math.floor(ageMs / 1000)}`)
  c.header(
    'cache-status',
    { hit: 'switchboard; hit', stale: 'switchboard; hit; detail=stale', miss: 'switchboard; fwd=miss' }[cacheStatus],
  )
  return sendWithEtag(c, snapshot, snapshotTagOf(snapshot))
}
