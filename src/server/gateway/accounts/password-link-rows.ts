/** The rows of links for a new password. A command on the gateway's machine creates them too, without the rest of the gateway. */
import { DatabaseUnusable } from '#server/database/faults.ts'
import { recordDone } from '../ledger/history.ts'
import { isDemoOperator } from '../operators/demo-operators.ts'
import { createToken, hashToken, normalizeEmail, rolesOf } from '../operators/invitations.ts'
import type { Store } from '../store/store.ts'

export const passwordLinkTtlMs = 24 * 3_600_000

/** The operator in the audit for what a command on the gateway's machine does. */
const terminal = { id: 'terminal', name: 'Terminal' }

/** Stores a new link in place of the operator's earlier one. @returns its token */
export async function insertPasswordLink(
  store: Store,
  { operatorId, madeBy, now }: { operatorId: string; madeBy: string; now: number },
): Promise<string> {
  const { token } = createToken()
  const link = { token: hashToken(token), made_by: madeBy, made_at: now, expires_at: now + passwordLinkTtlMs }
  await store
    .insertInto('password_links')
    .values({ operator_id: operatorId, ...link })
    .onConflict((conflict) => conflict.column('operator_id').doUpdateSet(link))
    .execute()
  return token
}

interface Candidate {
  id: string
  email: string
  disabled: boolean
  isAdministrator: boolean
}

async function listCandidates(store: Store): Promise<Candidate[]> {
  const tables = await store.introspection.getTables()
  if (!tables.some(({ name }) => name === 'user')) return []
  const users = await store.selectFrom('user').select(['id', 'email', 'roles', 'disabled']).execute()
  return users
    .filter(({ id }) => !isDemoOperator(id))
    .map(({ id, email, roles, disabled }) => ({
      id,
      email,
      disabled: Boolean(disabled),
      isAdministrator: rolesOf(roles).includes('admin'),
    }))
}

/** @throws DatabaseUnusable with a sentence for the person at the terminal */
function chooseOperator(candidates: readonly Candidate[], email: string | null): Candidate {
  const administrators = candidates.filter(({ isAdministrator, disabled }) => isAdministrator && !disabled)
  const addresses = administrators.map((one) => one.email).join(', ')
  if (administrators.length === 0)
    throw new DatabaseUnusable(
      'There is no administrator yet. Start the gateway, which prints a link to create the first one.',
    )
  const [only] = administrators
  if (email === null) {
    if (only && administrators.length === 1) return only
    throw new DatabaseUnusable(`There are several administrators. Specify an e-mail address: ${addresses}`)
  }
  const chosen = candidates.find((one) => normalizeEmail(one.email) === normalizeEmail(email))
  if (!chosen)
    throw new DatabaseUnusable(
      `No operator has the e-mail address ${email}. No link was made. Administrators: ${addresses}`,
    )
  if (chosen.disabled)
    throw new DatabaseUnusable(`${email} is disabled. No link was made. An administrator has to enable them first.`)
  return chosen
}

/**
 * Makes a link for a command on the gateway's machine, and records it in the same transaction.
 *
 * @param email of the operator; null: the only administrator
 * @returns the token
 * @throws DatabaseUnusable with a sentence for the person at the terminal, also if the link cannot be recorded
 */
export async function makeTerminalLink(store: Store, email: string | null, now: number): Promise<string> {
  const { id: operatorId } = chooseOperator(await listCandidates(store), email)
  const insert = async (store: Store) => {
    // guard: terminal-link-is-recorded
    await recordDone(store, { endpoint: 'passwordLinkMake', ids: { operatorId }, operator: terminal, at: now })
    return insertPasswordLink(store, { operatorId, madeBy: terminal.name, now })
  }
  return store
    .transaction()
    .execute(insert)
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new DatabaseUnusable(
        `The link could not be recorded, so none was made: ${reason}. Try again when this is solved.`,
      )
    })
}
