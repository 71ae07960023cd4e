/** Answers that a browser may have already: by the ETag it learns that they are the same (RFC 9110, 8.8.3). */
import { hash } from 'node:crypto'
import type { GatewayContext } from './context.ts'

/** The ETag of an answer with this body: the same in every gateway that answers the same. */
export const etagOf = (body: string): string => `"${hash('sha1', body, 'base64url')}"`

/** The data as JSON, or 304 to a browser that has them. */
export function tagged(c: GatewayContext, data: object): Response {
  const body = JSON.stringify(data)
  const etag = etagOf(body)
  c.header('etag', etag)
  if (c.req.header('if-none-match') === etag) return c.body(null, 304)
  c.header('content-type', 'application/json')
  return c.body(body)
}
