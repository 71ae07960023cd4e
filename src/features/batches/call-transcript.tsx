/** The transcript of a call of a batch, or why there is none yet. */
import Radio from 'lucide-react/icons/radio'
import { FinishedTranscript } from '#components/calls/transcript.tsx'
import { TranscriptActions } from '#components/calls/transcript-actions.tsx'
import { mergeLines, transcriptHead } from '#components/calls/transcript-lines.ts'
import type { BatchCall } from '#contract/index.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { groupNumber } from '#phone/group.ts'
import { dayAndTime } from '#ui/time/format-time.ts'

interface Props {
  call: BatchCall
  agentName: string | null
  /** Below lines, by their index. */
  notes?: ReadonlyMap<number, string>
  /** The line that somebody goes to: another object each time. */
  goTo?: { index: number } | null
}

export function CallTranscript({ call, agentName, notes, goTo = null }: Props) {
  const lines = call.result?.transcript ?? []
  if (call.status === 'active') {
    return call.roomName ? (
      <ButtonLink to={paths.call(call.roomName)} variant="primary" icon={Radio}>
        Follow this call live
      </ButtonLink>
    ) : (
      <p className="text-muted">This call is in progress. The transcript appears here when it ends.</p>
    )
  }
  if (call.status === 'waiting') return <p className="text-muted">This call has not been placed yet.</p>
  if (lines.length === 0) return <p className="text-muted">Nothing was said in this call.</p>
  const name = call.metadata.first_name
  const speakers = { agent: agentName, customer: typeof name === 'string' && name !== '' ? name : null }
  return (
    <section aria-labelledby="call-transcript">
      <h3 id="call-transcript" className="text-base">
        Transcript
      </h3>
      <div className="-ml-2 flex flex-wrap items-center gap-1">
        <TranscriptActions
          lines={mergeLines([], lines)}
          speakers={speakers}
          head={transcriptHead(
            speakers.customer ?? '',
            groupNumber(call.phone_number),
            agentName ?? '',
            call.startTime ? dayAndTime(call.startTime) : '',
          )}
          fileName={`${call.jobId}.txt`}
        />
      </div>
      <div className="-mx-3">
        <FinishedTranscript lines={lines} notes={notes} speakers={speakers} goTo={goTo} />
      </div>
    </section>
  )
}
