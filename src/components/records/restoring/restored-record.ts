/** What a form that restores a version is filled in with. Pure. */
import { isEqual } from '../draft/record-draft.ts'

export type RecordFields = Readonly<Record<string, unknown>>

/** A version that a form is filled in with. */
export interface Restoration<Rec> {
  /** The version, as the header of the command names it. */
  header: string
  /** The version's fields, and as they are now those that it does not know. */
  record: Rec
  /** What the form says about the version. */
  notes: readonly string[]
}

/** Fields of a version that identify the record. They stay as they are, or the service sets them. */
const identityFields: readonly string[] = ['id', '_id', 'createdAt', 'updatedAt']
/** What makes a record call or write by itself. A person turns it on, and is asked first. */
const activeFields: readonly string[] = ['isActive', 'autopilot']

const isBlank = (value: unknown): boolean =>
  typeof value === 'object' ? Object.values(value ?? {}).every(isBlank) : value === '' || value === undefined

/** The fields that a person configures. Those without a value count only if the version is known as a whole. */
const contentOf = (version: RecordFields, isPartial: boolean): RecordFields =>
  Object.fromEntries(
    Object.entries(version).filter(([name, value]) => !identityFields.includes(name) && !(isPartial && isBlank(value))),
  )

/**
 * The record as it was in a version.
 *
 * @param isPartial whether the version may lack fields that the record had
 * @param current the record as it is; null: it was deleted
 * @param parse gives missing fields their empty values
 */
export function restoredRecord<Rec extends object>(
  version: RecordFields,
  isPartial: boolean,
  current: Rec | null,
  parse: (fields: RecordFields) => Rec,
): Rec {
  const now = (current ?? {}) as RecordFields
  const record = parse({ ...now, ...contentOf(version, isPartial) })
  const kept = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    if (activeFields.includes(name)) return [[name, value === true && now[name] === true]]
    // Only the number's ID was known.
    return name === 'phoneNumber' && value === '' ? [[name, now[name] ?? null]] : []
  })
  return { ...record, ...Object.fromEntries(kept) }
}

/** The fields of a version that no command can send, because the interface does not know them. @param sent those that it knows */
export const lostFields = (version: RecordFields, current: object | null, sent: readonly string[]): string[] =>
  Object.keys(contentOf(version, true)).filter(
    (name) => !sent.includes(name) && !isEqual(version[name], (current as RecordFields | null)?.[name]),
  )
