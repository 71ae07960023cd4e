/** The link to the versions of a record. */
import type { VersionKind } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { versionsPath } from '#kit/navigation/record-kinds.ts'

/** Leads from the page of a record to its versions. A record whose ID the service does not show has none. */
export const VersionsLink = ({ kind, id }: { kind: VersionKind; id: string }) =>
  id === '' ? null : <Link to={versionsPath(kind, id)}>Versions</Link>
