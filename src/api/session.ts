/** The session: who is signed in, and what they may do. */
import { useState } from 'react'
import {
  type EndpointName,
  type Operator,
  type RequestDefinition,
  type Role,
  requests,
  type Session,
} from '#contract/index.ts'
import { load, queryClient, read, useRead } from './reads.ts'
import * as texts from './texts.ts'
import { chosenWorkspace, leaveUnknownWorkspace } from './workspace.ts'

export const sessionRead = read('sessionShow')

/** The session in the cache, for code outside components. */
export const currentSession = (): Session | undefined => queryClient.getQueryData(sessionRead.queryKey)?.data

/**
 * Loads the session before a page's loader runs, because reads depend on the operator and the workspace.
 *
 * @returns whether somebody is signed in
 */
export async function loadSession(): Promise<boolean> {
  await load(sessionRead)
  const session = currentSession()
  leaveUnknownWorkspace(session?.workspaces ?? [])
  return Boolean(session?.operator)
}

/**
 * The session, which the root loader has loaded. After it has ended, the sign-in covers the page, and the page keeps the last operator and
 * their workspaces, so that nothing they typed is lost or taken for another's (reliability R18).
 */
export function useSession(): Session {
  const { data } = useRead(sessionRead)
  const [last, setLast] = useState(data)
  if (!data) throw new Error('useSession needs the root route, which loads sessionRead')
  if (data.operator && data !== last) setLast(data)
  if (data.operator || !last?.operator) return data
  const { operator, workspaces } = last
  return { ...data, operator, workspaces }
}

/** Whether the service itself has said if it is a simulation. Until its first answer, the mode is the last known one. */
export const isModeCertain = ({ mode, service }: Session): boolean => mode !== 'unknown' && service.state !== 'unknown'

/** ID of the signed-in operator; '' if nobody is signed in. */
export const useMyId = (): string => useSession().operator?.id ?? ''

/** The workspace of this tab; undefined if the session names none. */
export function useWorkspace(): Session['workspaces'][number] | undefined {
  const { workspaces } = useSession()
  return workspaces.find(({ id }) => id === chosenWorkspace()) ?? workspaces[0]
}

/** An operator's roles as text: "support, reviewer". */
export const rolesText = ({ roles }: Pick<Operator, 'roles'>): string =>
  roles.map((role) => texts.roleNames[role]).join(', ')

/**
 * Checks whether an operator with these roles may use an endpoint.
 *
 * @returns `reason` is a sentence that names the required roles; '' if allowed
 */
export function permissionOf(roles: readonly Role[], name: EndpointName): { allowed: boolean; reason: string } {
  const { label, roles: permitted }: RequestDefinition = requests[name]
  if (permitted === 'public' || roles.some((role) => permitted.includes(role))) return { allowed: true, reason: '' }
  const needed = permitted.filter((role) => role !== 'admin')
  return { allowed: false, reason: texts.roleRequired(label, needed.length === 0 ? ['admin'] : needed) }
}

/** Permission of the signed-in operator. Does not consider whether all changes are stopped. */
export const useRolePermission = (name: EndpointName) => permissionOf(useSession().operator?.roles ?? [], name)

/** The same for loaders, so that they request nothing that would be refused. */
export const hasPermission = (name: EndpointName): boolean =>
  permissionOf(currentSession()?.operator?.roles ?? [], name).allowed
