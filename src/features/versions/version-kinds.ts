/** The kinds of records with versions: their words and addresses. */
import { kindNouns } from '#components/versions/change-texts.ts'
import { type VersionKind, versionKinds } from '#contract/index.ts'
import { listPageOf, recordKinds } from '#kit/navigation/record-kinds.ts'

/** What the pages of versions need to know about a kind. */
export const kindFacts = (kind: VersionKind) => ({
  noun: kindNouns[kind],
  pathOf: recordKinds[kind].path,
  listPath: listPageOf(kind).path,
})

/** The kind of the records in a list. @param list the first part of its address, such as `message-flows` */
export function kindOf(list: string): VersionKind {
  const kind = versionKinds.find((kind) => listPageOf(kind).path === `/${list}`)
  if (!kind) throw new Error(`No kind of record is listed at /${list}.`)
  return kind
}
