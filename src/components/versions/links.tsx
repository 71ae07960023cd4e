/** Links to the versions of a record, and to the deleted records of its kind. */
import type { VersionKind } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { deletedPath, versionsPath } from '#kit/navigation/record-kinds.ts'
import { deletedLink } from './change-texts.ts'

/** Leads from the page of a record to its versions. A record whose ID the service does not show has none. */
export const VersionsLink = ({ kind, id }: { kind: VersionKind; id: string }) =>
  id === '' ? null : <Link to={versionsPath(kind, id)}>Versions</Link>

/** Leads from the list of records to those that were deleted. */
export const DeletedLink = ({ kind }: { kind: VersionKind }) => <Link to={deletedPath(kind)}>{deletedLink(kind)}</Link>
