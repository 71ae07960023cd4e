/** The reads of versions, which loaders and components share. */
import { read } from '#api/reads.ts'
import type { VersionKind } from '#contract/index.ts'

/** Names a record. */
export interface RecordKey {
  kind: VersionKind
  recordId: string
}

const paramsOf = ({ kind, recordId }: RecordKey, number: number) => ({ kind, recordId, number: String(number) })

/** @param since the version to compare with; 0: none */
export const versionRead = (key: RecordKey, number: number, since: number) =>
  read('versionShow', { params: paramsOf(key, number), query: since > 0 ? { since } : {} })
