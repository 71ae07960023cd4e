/**
 * What a reading says about a write to an agent or flow, of calls or of messages, whose answer was lost. Pure; in doubt it says
 * nothing, and a person looks.
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

/**
 * Whether an update has happened: every field that was sent is there, or none is.
 *
 * @returns null when some are: the service may not have kept the rest, or somebody else was there
 */
export function wasUpdated(record: Fields, sent: Fields): boolean | null {
  const fields = Object.entries(sent).map(([name, value]) => asSent(name, record[name], value))
  const some = fields.includes(true)
  const none = fields.includes(false)
  return some === none ? null : some
}

/** A moment as a service may keep it that knows whole seconds only. */
const wholeSecond = (at: number) => Math.floor(at / 1000) * 1000

/** What the service gives a record by itself: sent along with the rest of it, and not kept. */
const given: readonly string[] = ['_id', 'id', 'createdAt', 'updatedAt']

/**
 * Whether a record was replaced: it is as it was sent, or has not changed since.
 *
 * @param began epoch ms: when it was recorded, just before it was sent
 */
export function wasReplaced(record: Fields, sent: Fields, began: number): boolean | null {
  const own = Object.entries(sent).filter(([name]) => !given.includes(name))
  const fields = own.map(([name, value]) => asSent(name, record[name], value))
  if (fields.every((same) => same === true)) return true
  const changed = readTime(record.updatedAt)
  return fields.includes(false) && changed !== null && changed < wholeSecond(began) ? false : null
}

/** Interface 7 names it otherwise for what belongs to messages. */
export const idOf = ({ id, _id }: Fields): string => String(id ?? _id)

export interface Creation {
  name: unknown
  /** Epoch ms: when it was recorded, just before it was sent. */
  began: number
  /** Ids of those that are known to have been made by somebody else. */
  others: ReadonlySet<string>
}

/**
 * Whether a creation has happened: there is exactly one of its name that was made since, or none of its name at all.
 *
 * @param found the whole answer to a search for the name
 */
export function wasCreated(found: readonly Fields[], { name, began, others }: Creation): boolean | null {
  const named = found.filter((record) => record.name === name && !others.has(idOf(record)))
  if (named.length === 0) return false
  // A clock that goes behind ours only leaves it to a person.
  const since = wholeSecond(began)
  const made = named.filter(({ createdAt }) => (readTime(createdAt) ?? 0) >= since)
  return made.length === 1 ? true : null
}
