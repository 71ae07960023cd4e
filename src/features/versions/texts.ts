/** Texts of the versions of a record, and of deleted records. */
import type { RecordVersion, VersionCause } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'

type Noun = readonly [one: string, many: string]
const capitalized = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase())

// Versions of a record
export const versionNoun = ['version', 'versions'] as const
export const versionsSection = 'Versions'
export const loadingVersions = 'Loading versions…'
export const noVersionsHint = ([one]: Noun) =>
  `Switchboard keeps a version of each ${one} that it reads or changes. It has not seen this one yet.`
export const versionTitle = (version: number) => `Version ${number(version)}`
export const elsewhere = 'Outside Switchboard'
/** Who made a version; '' for the first that was seen, which may be much older. */
export const madeBy = ({ operator, cause }: Pick<RecordVersion, 'operator' | 'cause'>) =>
  operator ?? (cause === 'seen' ? '' : elsewhere)
const causes: Readonly<Record<VersionCause, string>> = {
  seen: 'First seen',
  created: 'Created',
  changed: 'Changed',
  deleted: 'Deleted',
  changed_elsewhere: 'Changed',
  deleted_elsewhere: 'No longer at the service',
}
export const causeText = ({ cause, restoredFrom, recordId }: RecordVersion) =>
  restoredFrom === null
    ? causes[cause]
    : restoredFrom.recordId === recordId
      ? `Restored version ${number(restoredFrom.number)}`
      : 'Restored after its deletion'

// Comparison
export const typeVersion = (listed: number, versions: number) =>
  `Lists ${number(listed)} of ${number(versions)} versions. Type a number to find another.`
export const noSuchVersion = (versions: number) => `Other versions have the numbers 1 to ${number(versions)}.`
export const nothingKnown =
  'The record was deleted before Switchboard had read it, so nothing is known of it and it cannot be restored.'
export const restoredFrom = 'Restored from a deleted record'
export const deletedNote = ([one]: Noun) => `This ${one} was deleted.`

// Restoring
export const asTerm = capitalized

// Deleted records
export const deletedTitle = ([, many]: Noun) => `Deleted ${many}`
export const listTitle = ([, many]: Noun) => capitalized(many)
export const noDeleted = ([, many]: Noun) => `No deleted ${many}`
export const noDeletedHint = ([one]: Noun) =>
  `A deleted ${one} is listed here for two years, with its last known version, so that it can be created again.`
export const recordId = 'ID'
