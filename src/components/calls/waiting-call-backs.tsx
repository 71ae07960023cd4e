/** How many people wait for another call, with a link to their list. */
import { read, useRead } from '#api/reads.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'

export const waitingCallBacksRead = read('callBackList', { query: { state: 'open', limit: 1 } })

/** One line; nothing if nobody waits. */
export function WaitingCallBacks() {
  const { calls = [], pagination } = useRead(waitingCallBacksRead).data ?? {}
  if (calls.length === 0) return null
  const total = pagination?.total ?? null
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 rounded-large border border-line bg-raised px-3 py-2">
      <StatusLabel
        state="needs-you"
        label={
          total === null
            ? 'More than 1,000 people wait for a call'
            : plural(total, 'person waits for a call', 'people wait for a call')
        }
      />
      <span className="ml-auto">
        <Link to={paths.callBacks()}>Open call-backs</Link>
      </span>
    </p>
  )
}
