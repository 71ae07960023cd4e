/** Says on a page whose record the service does not know that it was deleted, and leads to its versions, where it can be restored. */
import { useLocation } from 'react-router'
import { read, useRead } from '#api/reads.ts'
import { type VersionKind, versionKinds } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { pageOf } from '#kit/navigation/page-table.ts'
import { listPageOf, recordKinds, seeVersions, versionsPath } from '#kit/navigation/record-kinds.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { Time } from '#ui/time/time.tsx'
import * as texts from './change-texts.ts'

/** The record of an address such as `/flows/f1/edit`; null: it names none that has versions. */
function recordIn(pathname: string): { kind: VersionKind; recordId: string } | null {
  const list = pageOf(pathname)
  const kind = versionKinds.find((kind) => listPageOf(kind) === list)
  const recordId = list && pathname.slice(list.path.length + 1).split('/')[0]
  return kind && recordId ? { kind, recordId } : null
}

function Note({ kind, recordId }: { kind: VersionKind; recordId: string }) {
  // Switchboard's own versions: the service is not asked again.
  const latest = useRead(read('versionList', { params: { kind, recordId } })).data?.latest
  if (latest?.cause !== 'deleted' && latest?.cause !== 'deleted_elsewhere') return null
  const { operator, at, restoredAs } = latest
  return (
    <p className="flex flex-wrap gap-x-1 border-t border-line px-4 py-4">
      <span>
        {visible(texts.deletedBy(latest.name, operator))} <Time at={at} show="day-and-time" />.
      </span>
      <Link to={versionsPath(kind, recordId)}>{seeVersions}</Link>
      {restoredAs !== null && <Link to={recordKinds[kind].path(restoredAs)}>Show the restored record</Link>}
    </p>
  )
}

export default function DeletedRecord() {
  const record = recordIn(useLocation().pathname)
  return record && <Note {...record} />
}
