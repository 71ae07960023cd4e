/** Demo operators of a simulation on this machine, one for each role. Nobody has to sign in. */
import type { Operator } from '#contract/index.ts'

/** One demo operator for each role. A visitor starts as the first one. */
export const demoOperators: readonly Operator[] = [
  { id: 'ready-admin', name: 'Grace Okafor', roles: ['admin'] },
  { id: 'ready-campaign-manager', name: 'Tomás Rivera', roles: ['campaign_manager'] },
  { id: 'ready-reviewer', name: 'Priya Raman', roles: ['reviewer'] },
  { id: 'ready-support', name: 'Sam Whitfield', roles: ['support'] },
]
export const isDemoOperator = (id: string) => demoOperators.some((operator) => operator.id === id)

/** The part of the library that finds users. */
interface Users {
  findUserById: (id: string) => Promise<unknown>
}
/** The part of the library that creates rows. */
interface Records {
  create: (record: { model: string; forceAllowId: boolean; data: Record<string, unknown> }) => Promise<unknown>
}

/** Creates missing demo operators. They have no password, so nobody can sign in as one of them. */
export async function ensureDemoOperators(users: Users, records: Records, at: number): Promise<void> {
  for (const { id, name, roles } of demoOperators) {
    if (await users.findUserById(id)) continue
    const now = new Date(at)
    await records.create({
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
