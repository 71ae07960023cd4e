/** The pages of this folder for each list of records, in one chunk, because people visit them one after another. */
import type { VersionKind } from '#contract/index.ts'
import { DeletedPage, deletedLoader } from './deleted-page.tsx'
import { kindOf } from './version-kinds.ts'
import { VersionsPage, versionsLoader } from './versions-page.tsx'

const versionsPage = (kind: VersionKind) => ({
  Component: () => <VersionsPage kind={kind} />,
  loader: versionsLoader(kind),
})
const deletedPage = (kind: VersionKind) => ({
  Component: () => <DeletedPage kind={kind} />,
  loader: deletedLoader(kind),
})

/** The page with the versions of a record. @param list the first part of its address, such as `agents` */
export const versionsOf = (list: string) => versionsPage(kindOf(list))
/** The page with the deleted records of a list. */
export const deletedOf = (list: string) => deletedPage(kindOf(list))
