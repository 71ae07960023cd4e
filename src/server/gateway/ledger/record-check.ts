/**
 * Compares a record with the request that was sent, to decide whether a write to an agent or a flow was carried out. Pure functions. In
 * doubt the answer is no, and a person has to check.
 */
import { isDeepStrictEqual } from 'node:util'
import { readTime } from '#contract/index.ts'

export type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value contains everything that was sent, and perhaps more. */
function contains(value: unknown, sent: unknown): boolean {
  if (Array.isArray(sent))
    return (
      Array.isArray(value) && value.length === sent.length && sent.every((item, index) => contains(value[index], item))
    )
  if (isObject(sent))
    return isObject(value) && Object.entries(sent).every(([name, item]) => contains(value[name], item))
  return (value ?? null) === sent
}

/** Whether a field has the value that was sent; null if that is unclear. */
function matchesSent(name: string, value: unknown, sent: unknown): boolean | null {
  if (isDeepStrictEqual(value, sent)) return true
  // The value contains more than was sent: the service may have added it, or a removal has not happened.
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

/** The id of a record. Messaging agents and message flows call it `_id` (interface 7). */
export const idOf = ({ id, _id }: Fields): string => String(id ?? _id)

/** Rounds down, because a service may store times in whole seconds. */
const floorToSecond = (epochMs: number) => Math.floor(epochMs / 1000) * 1000

export interface Creation {
  name: unknown
  /** Epoch ms: the effect is recorded just before it is sent. */
  recordedAt: number
  /** Ids of records that are known to come from other creations. */
  otherIds: ReadonlySet<string>
}

/**
 * Finds the record of a creation: the only record of its name that was created since.
 *
 * @param records all records that a search for the name finds
 * @returns null if there is none, or several
 */
export function findCreated(records: readonly Fields[], { name, recordedAt, otherIds }: Creation): Fields | null {
  // If the service's clock is behind the gateway's, the record is not found and a person has to settle it.
  const since = floorToSecond(recordedAt)
  const candidates = records.filter(
    (record) => record.name === name && !otherIds.has(idOf(record)) && (readTime(record.createdAt) ?? 0) >= since,
  )
  return candidates.length === 1 ? (candidates[0] ?? null) : null
}
