/** What was said in a call of a batch, or why nothing can be shown of it yet. */
import Radio from 'lucide-react/icons/radio'
import type { BatchCall } from '#contract/index.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { FinishedTranscript } from './transcript.tsx'
import { TranscriptActions } from './transcript-actions.tsx'

export function CallSaid({ call, agentName }: { call: BatchCall; agentName: string | null }) {
  const lines = call.result?.transcript ?? []
  if (call.status === 'active') {
    return call.roomName ? (
      <ButtonLink to={paths.call(call.roomName)} variant="primary" icon={Radio}>
        Follow this call live
      </ButtonLink>
    ) : (
      <p className="text-muted">It is in progress. What was said is shown here once it has ended.</p>
    )
  }
  if (call.status === 'waiting') return <p className="text-muted">It has not been called yet.</p>
  if (lines.length === 0) return <p className="text-muted">Nothing was said.</p>
  const name = call.metadata.first_name
  return (
    <section aria-labelledby="said">
      <h3 id="said" className="text-base">
        What was said
      </h3>
      <div className="-ml-2 flex flex-wrap items-center gap-1">
        <TranscriptActions lines={lines} fileName={`${call.jobId}.txt`} />
      </div>
      <div className="-mx-3">
        <FinishedTranscript
          lines={lines}
          speakers={{ agent: agentName, customer: typeof name === 'string' && name !== '' ? name : null }}
        />
      </div>
    </section>
  )
}
