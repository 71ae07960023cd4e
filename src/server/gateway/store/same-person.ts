/**
 * Accounts of one person. An administrator ties accounts that they know to belong to one person: every rule that asks for a second person
 * counts them as one. Accounts with the same name or mailbox may belong to one person, so an approval between them says so.
 */
import type { AccountMatch } from '#contract/index.ts'
import { readSetting, replaceSetting } from './settings.ts'
import type { Store } from './store.ts'

/** The IDs of tied accounts, one list for each person. */
export type Ties = readonly (readonly string[])[]

/** The accounts of the person to whom this account belongs, itself included. */
export const accountsOf = (ties: Ties, id: string): readonly string[] =>
  ties.find((accounts) => accounts.includes(id)) ?? [id]

/** Whether two accounts belong to one person, as far as administrators have said. */
export const samePerson = (ties: Ties, one: string, other: string): boolean => accountsOf(ties, one).includes(other)

/** Whether one of these accounts belongs to another person than this account. */
export const includesAnother = (ties: Ties, id: string, accounts: readonly { id: string }[]): boolean =>
  accounts.some((account) => !samePerson(ties, id, account.id))

/** The ties with two more accounts of one person, and with all accounts of either. */
export function withTie(ties: Ties, one: string, other: string): Ties {
  const accounts = [...new Set([...accountsOf(ties, one), ...accountsOf(ties, other)])]
  return [...ties.filter((others) => !others.some((id) => accounts.includes(id))), accounts]
}

/** The ties without an account, which is a person of its own then. */
export const withoutTies = (ties: Ties, id: string): Ties =>
  ties.map((accounts) => accounts.filter((account) => account !== id)).filter(({ length }) => length > 1)

const settingName = 'tied accounts'
const parse = (stored: string | undefined): Ties => JSON.parse(stored ?? '[]') as Ties

/** @param store the transaction, if there is one */
export const readTies = async (store: Store): Promise<Ties> => parse(await readSetting(store, settingName))

/** Saves a change. Retries if another one, perhaps at another gateway, was saved since the ties were read. */
export async function changeTies(store: Store, change: (ties: Ties) => Ties): Promise<void> {
  for (;;) {
    const stored = await readSetting(store, settingName)
    if (await replaceSetting(store, settingName, stored, JSON.stringify(change(parse(stored))))) return
  }
}

/** The names that an operator has and had, and their e-mail address. */
export interface Identity {
  names: readonly string[]
  email: string
}

/** A name without case, accents, punctuation, order of words and what stands in parentheses. */
const normalName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\([^)]*\)/gu, ' ')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ')

/** The mailbox of an address, which several spellings reach: case, "+tag", and at Gmail also dots. */
function mailboxOf(email: string): string {
  const [, local = '', domain = ''] = /^([^+@][^+@]*)(?:\+[^@]*)?@(.+)$/.exec(email.trim().toLowerCase()) ?? []
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/** Whether two operators have a name or a mailbox in common. */
export function matchesOf(one: Identity, other: Identity): AccountMatch[] {
  const names = new Set(one.names.map(normalName).filter(Boolean))
  const hasSameMailbox = mailboxOf(one.email) === mailboxOf(other.email) && mailboxOf(one.email) !== '@'
  const matching: (AccountMatch | false)[] = [
    other.names.some((name) => names.has(normalName(name))) && 'name',
    hasSameMailbox && 'email',
  ]
  return matching.filter((which) => which !== false)
}

/** What an operator and another one have in common. */
export interface Relation {
  /** They are one person. */
  isOwn: boolean
  matching: AccountMatch[]
}

/** How an operator is related to others. @returns a function of the ID of one of the others */
export async function relationsOf(
  store: Store,
  id: string,
  others: readonly string[],
): Promise<(other: string) => Relation> {
  const ids = [...new Set([id, ...others])]
  const ties = await readTies(store)
  const users = await store.selectFrom('user').select(['id', 'name', 'email']).where('id', 'in', ids).execute()
  const former = await store.selectFrom('former_names').selectAll().where('operator_id', 'in', ids).execute()
  const identityOf = (accountId: string): Identity => ({
    names: [
      ...users.filter((user) => user.id === accountId),
      ...former.filter(({ operator_id }) => operator_id === accountId),
    ].map(({ name }) => name),
    email: users.find((user) => user.id === accountId)?.email ?? '',
  })
  return (other) => ({
    isOwn: samePerson(ties, id, other),
    matching: other === id ? [] : matchesOf(identityOf(id), identityOf(other)),
  })
}
