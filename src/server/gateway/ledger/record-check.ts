/**
 * Whether a reading shows that a write to an agent or flow, of calls or of messages, was carried out. Pure; in doubt it does not, and
 * a person looks.
 */
import { isDeepStrictEqual } from 'node:util'
import { readTime } from '#contract/index.ts'

export type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value has everything that was sent, and perhaps more. */
function has(value: unknown, sent: unknown): boolean {
  if (Array.isArray(sent))
    return Array.isArray(value) && value.length === sent.length && sent.every((one, at) => has(value[at], one))
  if (isObject(sent)) return isObject(value) && Object.entries(sent).every(([name, one]) => has(value[name], one))
  return (value ?? null) === sent
}

/** Whether one field is as it was sent; null: it does not tell. */
function asSent(name: string, value: unknown, sent: unknown): boolean | null {
  if (isDeepStrictEqual(value, sent)) return true
  // It has more: the service may have added that, or what was to be taken away is still there.
  if (has(value, sent)) return null
  // A number that is not active reads as none, and a deployment may name only its id (interface 1, 8).
  if (name === 'phoneNumber' && (value === null || value === '')) return null
  return false
}

/** Whether an update was carried out: fields that were sent are there, and none is otherwise. */
export function wasUpdated(record: Fields, sent: Fields): boolean {
  const fields = Object.entries(sent).map(([name, value]) => asSent(name, record[name], value))
  return fields.includes(true) && !fields.includes(false)
}

/** What the service gives a record by itself: sent along with the rest of it, and not kept. */
const given: readonly string[] = ['_id', 'id', 'createdAt', 'updatedAt']

/** Whether a record was replaced: it is as it was sent. */
export const wasReplaced = (record: Fields, sent: Fields): boolean =>
  Object.entries(sent).every(([name, value]) => given.includes(name) || asSent(name, record[name], value) === true)

/** Interface 7 names it otherwise for what belongs to messages. */
export const idOf = ({ id, _id }: Fields): string => String(id ?? _id)

/** A moment as a service may keep it that knows whole seconds only. */
const wholeSecond = (at: number) => Math.floor(at / 1000) * 1000

export interface Creation {
  name: unknown
  /** Epoch ms: when it was recorded, just before it was sent. */
  began: number
  /** Ids of those that are known to have been made by somebody else. */
  others: ReadonlySet<string>
}

/**
 * The record that a creation made: the only one of its name that was made since.
 *
 * @param found the whole answer to a search for the name
 * @returns null when there is none, or several
 */
export function createdIn(found: readonly Fields[], { name, began, others }: Creation): Fields | null {
  // A clock of the service that goes behind ours only leaves it to a person.
  const since = wholeSecond(began)
  const made = found.filter(
    (record) => record.name === name && !others.has(idOf(record)) && (readTime(record.createdAt) ?? 0) >= since,
  )
  return made.length === 1 ? (made[0] ?? null) : null
}
