/** How many people wait for another call, with a link to their list. */
import { read, useRead } from '#api/reads.ts'
import { paths } from '#kit/navigation/paths.ts'
import { AttentionLine } from '#kit/page/attention-line.tsx'
import { plural } from '#ui/text/format-number.ts'

export const waitingCallBacksRead = read('callBackList', { query: { state: 'open', limit: 1 } })

/** One line; nothing if nobody waits. */
export function WaitingCallBacks() {
  const { calls = [], pagination } = useRead(waitingCallBacksRead).data ?? {}
  if (calls.length === 0) return null
  const total = pagination?.total ?? null
  return (
    <AttentionLine
      label={
        total === null
          ? 'More than 1,000 people wait for a call'
          : plural(total, 'person waits for a call', 'people wait for a call')
      }
      to={paths.callBacks()}
      action="Open call-backs"
    />
  )
}
