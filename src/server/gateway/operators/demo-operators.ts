/** The demo operators of a simulation on this machine, where nobody has to sign in. */
import type { Operator } from '#contract/index.ts'
import { refusal } from '../shared/refusals.ts'

/** One demo operator for each role. A new session is of the first one. */
export const demoOperators: readonly Operator[] = [
  { id: 'ready-admin', name: 'Grace Okafor', roles: ['admin'] },
  { id: 'ready-campaign-manager', name: 'Tomás Rivera', roles: ['campaign_manager'] },
  { id: 'ready-reviewer', name: 'Priya Raman', roles: ['reviewer'] },
  { id: 'ready-support', name: 'Sam Whitfield', roles: ['support'] },
]
export const isDemoOperator = (id: string) => demoOperators.some((operator) => operator.id === id)

export const demoOperatorUnchangeable = () =>
  refusal({
    status: 409,
    code: 'ready_operator',
    message: 'Demo users cannot be changed. Nothing was changed. Invite someone instead.',
  })

/** The function of better-auth that finds users. */
interface UserFinder {
  findUserById: (id: string) => Promise<unknown>
}
/** The function of better-auth that creates rows. */
interface RowCreator {
  create: (row: { model: string; forceAllowId: boolean; data: Record<string, unknown> }) => Promise<unknown>
}

/**
 * Creates missing demo operators. They have no password, so nobody can sign in as one of them.
 *
 * @param timeMs when they count as created, epoch ms
 */
export async function ensureDemoOperators(users: UserFinder, rows: RowCreator, timeMs: number): Promise<void> {
  for (const { id, name, roles } of demoOperators) {
    if (await users.findUserById(id)) continue
    const now = new Date(timeMs)
    await rows.create({
      model: 'user',
      forceAllowId: true,
      data: {
        id,
        name,
        email: `${id}@switchboard.invalid`,
        emailVerified: true,
        roles: JSON.stringify(roles),
        createdAt: now,
        updatedAt: now,
      },
    })
  }
}
