/** What the gateway reads from a request besides its body: who asks, for which workspace, from which page. */
import { headers, type Operator } from '#contract/index.ts'
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
  // Only a word: the path may hold a phone number that somebody typed.
  const page = /^\/([a-z-]{1,40})(?:\/|$)/.exec(path)?.[1] ?? 'overview'
  const { id: person = '', name: operator = '' } = c.get('operator') ?? {}
  return { operator, page, person }
}

/** The workspace that the page is in; only those of the configuration. */
export function workspaceOf(c: GatewayContext, { workspaces }: { workspaces: readonly Workspace[] }): string {
  const wanted = c.req.header(headers.workspace)
  const workspace = workspaces.find(
    ({ id }) => /* guard: only-configured-workspaces */ wanted === undefined || id === wanted,
  )
  if (!workspace) throw workspaceNotConfigured()
  return workspace.id
}

/** Where this person has opened Switchboard; the Host header was checked. */
export const ownAddress = (c: GatewayContext, { publicUrl }: { publicUrl: URL | null }): string =>
  publicUrl?.origin ?? `http://${c.req.header('host')}`
