/** Gets the operator, the workspace and the page of a request. */
import { headers, type Operator } from '#contract/index.ts'
import type { Reading } from '#server/child/reader.ts'
import type { Workspace } from '../shared/configuration.ts'
import { signInRequired, workspaceNotConfigured } from '../shared/refusals.ts'
import type { Requester } from '../shared/requester.ts'
import type { GatewayContext } from './context.ts'

export const operatorOf = (c: GatewayContext): Operator => {
  const operator = c.get('operator')
  if (!operator) throw signInRequired()
  return operator
}

/** The operator and the page on whose behalf a request is sent. */
export function requesterOf(c: GatewayContext): Requester {
  const path = URL.parse(c.req.header('referer') ?? '')?.pathname ?? ''
  // Only the first segment: the rest may contain a phone number that somebody typed.
  const page = /^\/([a-z-]{1,40})(?:\/|$)/.exec(path)?.[1] ?? 'overview'
  const { id: person = '', name: operator = '' } = c.get('operator') ?? {}
  return { operator, page, person }
}

/** The operator whose upload is read, and the request with which reading it ends. @param isStart it starts calls */
export const readingOf = (c: GatewayContext, isStart: boolean): Reading => ({
  person: operatorOf(c).id,
  isStart,
  signal: c.req.raw.signal,
})

/** The workspace of the request. It must be a configured one. */
export function workspaceOf(c: GatewayContext, { workspaces }: { workspaces: readonly Workspace[] }): string {
  const requestedId = c.req.header(headers.workspace)
  const workspace = workspaces.find(
    ({ id }) => /* guard: only-configured-workspaces */ requestedId === undefined || id === requestedId,
  )
  if (!workspace) throw workspaceNotConfigured()
  return workspace.id
}

/** The origin at which this person opened Switchboard. The Host header was checked before. */
export const ownAddress = (c: GatewayContext, { publicUrl }: { publicUrl: URL | null }): string =>
  publicUrl?.origin ?? `http://${c.req.header('host')}`
