/** What commands made of records, for the audit. It has no texts and no phone numbers, so most changes are without their values. */
import type { AuditedChange, AuditedVersion, RecordChange } from '#contract/index.ts'
import type { Store } from '../store/store.ts'
import { compareRecords } from './compare.ts'
import { kinds } from './kinds.ts'
import { bodyOf, versionRows, versionsOf } from './version-rows.ts'

/** Fields whose values are words of a list. */
const wordFields: readonly string[] = [
  'model',
  'direction',
  'promptType',
  'welcomeMessage',
  'messageChannel',
  'voice.provider',
]
const maxWordLength = 40

function auditedValue({ part, field }: RecordChange, value: unknown): AuditedChange['from'] {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const isWord = part === 'field' && wordFields.includes(field) && typeof value === 'string'
  // guard: audit-has-no-texts
  if (!isWord || value.length > maxWordLength) return null
  return value
}

/** The version that a command made, with the name of its record and of its id in the audit. */
interface MadeVersion extends AuditedVersion {
  idName: string
  name: string
}

/** The versions that commands made, by the ids of the commands. */
export async function versionsMadeBy(store: Store, effectIds: readonly string[]): Promise<Map<string, MadeVersion>> {
  if (effectIds.length === 0) return new Map()
  const rows = await versionRows(store).where('v.effect_id', 'in', effectIds).execute()
  const made = await Promise.all(
    rows.map(async (row): Promise<[string, MadeVersion]> => {
      const { kind, workspace, record_id: recordId, number, name, cause } = row
      const before =
        cause === 'changed'
          ? await versionsOf(store, { kind, workspace, recordId })
              .where('v.number', '=', number - 1)
              .executeTakeFirst()
          : undefined
      const changes =
        before?.hash == null
          ? null
          : compareRecords(kind, bodyOf(before), bodyOf(row)).map(
              (change): AuditedChange => ({
                part: change.part,
                change: change.change,
                names: change.names,
                field: change.field,
                from: auditedValue(change, change.from),
                to: auditedValue(change, change.to),
              }),
            )
      return [row.effect_id ?? '', { kind, recordId, number, changes, idName: kinds[kind].idName, name }]
    }),
  )
  return new Map(made)
}
