/** Texts of the versions of a record, and of deleted records. */
import type { RecordVersion, VersionCause } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'

type Noun = readonly [one: string, many: string]
const capitalized = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase())

// Versions of a record
export const versionsTitle = (name: string) => `Versions of ${name}`
export const recordLink = (name: string) => name
export const versionNoun = ['version', 'versions'] as const
export const versionsSection = 'Versions'
export const loadingVersions = 'Loading versions…'
export const loadingDifference = 'Comparing…'
export const noVersions = 'No versions yet'
export const noVersionsHint = ([one]: Noun) =>
  `Switchboard keeps a version of each ${one} that it reads or changes. It has not seen this one yet.`
export const versionTitle = (version: number) => `Version ${number(version)}`
export const latestVersion = 'Latest'
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
export const noOlderVersion = 'No earlier version is known.'
export const noChange = 'The same fields as before'

// Comparison
export const comparedWith = 'Compare with'
export const typeVersion = (listed: number, versions: number) =>
  `Lists ${number(listed)} of ${number(versions)} versions. Type a number to find another.`
export const noSuchVersion = (versions: number) => `Other versions have the numbers 1 to ${number(versions)}.`
export const changesLabel = 'Changes'
export const nothingDiffers = 'These versions have the same fields.'
export const firstVersion = 'This is the first version that Switchboard knows, so there is nothing to compare it with.'
export const recordOfVersion = 'The whole record in this version'
export const nothingKnown =
  'The record was deleted before Switchboard had read it, so nothing is known of it and it cannot be restored.'
export const partialNote =
  'Switchboard has seen this version only in a list, which may leave out fields. The record’s own page completes it.'
export const seenLater = 'The change was made before this time: this is when Switchboard first saw it.'
export const restoredFrom = 'Restored from a deleted record'
export const restoredAs = 'This record was deleted and restored under another ID.'
export const showRestored = 'Show the restored record'
export const showDeleted = 'Show the deleted record'
export const deletedNote = ([one]: Noun) => `This ${one} was deleted.`

// Restoring
export const restore = 'Restore this version'
export const isLatest = 'This is the latest version.'
export const asTerm = capitalized

// Deleted records
export const deletedTitle = ([, many]: Noun) => `Deleted ${many}`
export const listTitle = ([, many]: Noun) => capitalized(many)
export const noDeleted = ([, many]: Noun) => `No deleted ${many}`
export const noDeletedHint = ([one]: Noun) =>
  `A deleted ${one} is listed here for two years, with its last known version, so that it can be created again.`
export const nameColumn = 'Name'
export const deletedColumn = 'Deleted'
export const operatorColumn = 'By'
export const stateColumn = 'Restored'
export const notRestored = 'Not restored'
export const openRestored = 'Open'
export const recordId = 'ID'
export const nothingKnownShort = 'Nothing is known of it'
