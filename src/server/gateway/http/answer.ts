/** What was read of the service, as an answer to a browser. */
import type { GatewayContext } from './context.ts'

interface Found {
  snapshot: { body: string | Buffer; contentType: string }
  how: 'hit' | 'stale' | 'miss'
}

/** A snapshot as an answer. @param age how long ago it was read, ms */
export function answer(c: GatewayContext, { snapshot, how }: Found, age: number): Response {
  c.header('age', `${Math.floor(age / 1000)}`)
  c.header(
    'cache-status',
    { hit: 'switchboard; hit', stale: 'switchboard; hit; detail=stale', miss: 'switchboard; fwd=miss' }[how],
  )
  c.header('content-type', snapshot.contentType)
  return c.body(typeof snapshot.body === 'string' ? snapshot.body : new Uint8Array(snapshot.body))
}
