/**
 * Compares a record with what was sent, to tell whether a write to an agent or flow, of calls or of messages, was carried out. Pure
 * functions. In doubt the answer is no, and a person has to check.
 */
import { isDeepStrictEqual } from 'node:util'
import { readTime } from '#contract/index.ts'

export type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value contains everything that was sent, and perhaps more. */
function contains(value: unknown, sent: unknown): boolean {
  if (Array.isArray(sent))
    return Array.isArray(value) && value.length === sent.length && sent.every((one, at) => contains(value[at], one))
  if (isObject(sent)) return isObject(value) && Object.entries(sent).every(([name, one]) => contains(value[name], one))
  return (value ?? null) === sent
}

/** Whether a field has the value that was sent; null when that cannot be told. */
function matchesSent(name: string, value: unknown, sent: unknown): boolean | null {
  if (isDeepStrictEqual(value, sent)) return true
  // The value has more than was sent: the service may have added it, or a removal has not happened.
  if (contains(value, sent)) return null
  // The service shows an inactive number as none, and some deployments show only its id (interface 1, 8).
  if (name === 'phoneNumber' && (value === null || value === '')) return null
  return false
}

/** Whether an update was carried out: at least one sent field matches, and none differs. */
export function wasUpdated(record: Fields, sent: Fields): boolean {
  const fields = Object.entries(sent).map(([name, value]) => matchesSent(name, record[name], value))
  return fields.includes(true) && !fields.includes(false)
}

/** Fields that the service sets itself. They are part of a replacement, but the service ignores them. */
const serviceFields: readonly string[] = ['_id', 'id', 'createdAt', 'updatedAt']

/** Whether a record was replaced: every sent field matches. */
export const wasReplaced = (record: Fields, sent: Fields): boolean =>
  Object.entries(sent).every(
    ([name, value]) => serviceFields.includes(name) || matchesSent(name, record[name], value) === true,
  )

/** Records of messages name their id `_id` (interface 7). */
export const idOf = ({ id, _id }: Fields): string => String(id ?? _id)

/** A service may store times in whole seconds. */
const floorToSecond = (at: number) => Math.floor(at / 1000) * 1000

export interface Creation {
  name: unknown
  /** Epoch ms: the effect is recorded just before it is sent. */
  recordedAt: number
  /** Ids of records that other creations are known to have made. */
  otherIds: ReadonlySet<string>
}

/**
 * Finds the record that a creation made: the only one of its name that was created since.
 *
 * @param found all records that a search for the name finds
 * @returns null when there is none, or several
 */
export function findCreated(found: readonly Fields[], { name, recordedAt, otherIds }: Creation): Fields | null {
  // If the service's clock is behind ours, the record is not found and a person has to settle it.
  const since = floorToSecond(recordedAt)
  const made = found.filter(
    (record) => record.name === name && !otherIds.has(idOf(record)) && (readTime(record.createdAt) ?? 0) >= since,
  )
  return made.length === 1 ? (made[0] ?? null) : null
}
