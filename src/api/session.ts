/** Who is signed in, and what they may do. */
import { useState } from 'react'
import {
  contract,
  type EndpointDefinition,
  type EndpointName,
  type Operator,
  type Role,
  type Session,
} from '#contract/index.ts'
import { load, queryClient, read, useRead } from './reads.ts'
import { chosenWorkspace, leaveUnknownWorkspace } from './workspace.ts'

export const sessionRead = read('sessionShow')

/** The session as it was last read, for what is no component. */
export const sessionNow = (): Session | undefined => queryClient.getQueryData(sessionRead.queryKey)?.data

/**
 * For every page's loader: nothing is read before it is known who reads, and in which workspace.
 *
 * @returns whether somebody is signed in
 */
export async function enter(): Promise<boolean> {
  await load(sessionRead)
  const session = sessionNow()
  leaveUnknownWorkspace(session?.workspaces ?? [])
  return Boolean(session?.operator)
}

/**
 * The session. Inside the frame it is always there: the root loader waits for it. Once it has ended, the sign-in lies over the page,
 * and the page stays what it was for whoever was there: what they typed is theirs (reliability R18).
 */
export function useSession(): Session {
  const { data } = useRead(sessionRead)
  const [last, setLast] = useState(data?.operator ?? null)
  if (!data) throw new Error('useSession outside the frame: the root route has to load sessionRead')
  if (data.operator && data.operator !== last) setLast(data.operator)
  return data.operator ? data : { ...data, operator: last }
}

/** Who is signed in, by id; '': nobody. */
export const useMyId = (): string => useSession().operator?.id ?? ''

/** The workspace that this tab is in; undefined where there is none to know of. */
export function useWorkspace(): Session['workspaces'][number] | undefined {
  const { workspaces } = useSession()
  return workspaces.find(({ id }) => id === chosenWorkspace()) ?? workspaces[0]
}

export const roleNames: Record<Role, string> = {
  support: 'support',
  campaign_manager: 'campaign manager',
  reviewer: 'reviewer',
  admin: 'administrator',
}

/** An operator's roles in words: "support, reviewer". */
export const rolesOf = ({ roles }: Pick<Operator, 'roles'>): string => roles.map((role) => roleNames[role]).join(', ')

/**
 * Whether somebody with these roles may use an endpoint.
 *
 * @returns `reason` is a sentence that names the roles that may, '' when allowed
 */
export function permissionOf(roles: readonly Role[], name: EndpointName): { allowed: boolean; reason: string } {
  const { label, roles: permitted }: Pick<EndpointDefinition, 'label' | 'roles'> = contract[name]
  if (permitted === 'public' || roles.some((role) => permitted.includes(role))) return { allowed: true, reason: '' }
  const needed = permitted.filter((role) => role !== 'admin').map((role) => roleNames[role])
  const who = needed.length === 0 ? roleNames.admin : needed.join(' or ')
  return { allowed: false, reason: `${label} needs the ${who} role. Ask an administrator.` }
}

/** The same for the signed-in operator, whether or not all changes are stopped. */
export const useRolePermission = (name: EndpointName) => permissionOf(useSession().operator?.roles ?? [], name)

/** The same for a loader, which asks for nothing that would be refused. */
export const hasPermission = (name: EndpointName): boolean =>
  permissionOf(sessionNow()?.operator?.roles ?? [], name).allowed
