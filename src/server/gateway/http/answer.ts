/** Answers with an entity tag: a browser that has the same bytes gets a 304, and others get them compressed. */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
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

/** Shorter bodies fit into one packet anyway. */
const minCompressedBytes = 1_400
const compress = promisify(gzip)
/** The compressed bodies of answers, made at the first request. */
const compressedBodies = new WeakMap<AnswerBody, Promise<Buffer>>()

function compressedBodyOf(answer: AnswerBody): Promise<Buffer> {
  const body = compressedBodies.get(answer) ?? compress(answer.body)
  compressedBodies.set(answer, body)
  return body
}

const acceptsGzip = (c: GatewayContext) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(c.req.header('accept-encoding') ?? '')

/**
 * Sends the bytes, or a 304 to a browser that has them. Only these answers are compressed: a secret or a link that is shown once is an
 * answer to a command, which has no tag, since the size of compressed bytes tells about a secret beside text that somebody else can choose.
 *
 * @param answer the same object for the same bytes, so that they are compressed once
 */
export async function sendWithEtag(c: GatewayContext, answer: AnswerBody, etag: string): Promise<Response> {
  c.header('etag', etag)
  c.header('vary', 'accept-encoding')
  if (browserTags(c).includes(etag)) return c.body(null, 304)
  c.header('content-type', answer.contentType)
  const isCompressed = answer.body.length >= minCompressedBytes && acceptsGzip(c)
  if (isCompressed) c.header('content-encoding', 'gzip')
  const body = isCompressed ? await compressedBodyOf(answer) : answer.body
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
export function sendSnapshot(
  c: GatewayContext,
  { snapshot, cacheStatus }: CachedAnswer,
  ageMs: number,
): Promise<Response> {
  c.header('age', `${Math.floor(ageMs / 1000)}`)
  c.header(
    'cache-status',
    { hit: 'switchboard; hit', stale: 'switchboard; hit; detail=stale', miss: 'switchboard; fwd=miss' }[cacheStatus],
  )
  return sendWithEtag(c, snapshot, snapshotTagOf(snapshot))
}
