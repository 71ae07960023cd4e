/** Follows a test call until it has ended, then shows its transcript. */
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { CallTranscript } from '#components/calls/call-transcript.tsx'
import type { BatchCall } from '#contract/index.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Duration } from '#ui/time/time.tsx'
import { callState } from '../../status.ts'

const pollIntervalMs = 2_000
const hasEnded = ({ status }: BatchCall) => status !== 'waiting' && status !== 'active'

/** @returns null: the service does not list it yet */
async function readTestCall(batchId: string, signal: AbortSignal): Promise<BatchCall | null> {
  const options = { attention: 'visible', signal } as const
  const { data } = await request('batchCallList', { params: { batchId }, query: { limit: 1 } }, options)
  const [call] = data.calls
  if (!call || !hasEnded(call)) return call ?? null
  // The transcript is only in the call itself, which costs one more request.
  return (await request('batchCallShow', { params: { batchId, jobId: call.jobId } }, options)).data
}

export function TestCallProgress({ batchId, agentName }: { batchId: string; agentName: string | null }) {
  const { data: call } = useQuery({
    queryKey: ['testCall', batchId],
    queryFn: ({ signal }) => readTestCall(batchId, signal),
    refetchInterval: ({ state: { data } }) => (data && hasEnded(data) ? false : pollIntervalMs),
    staleTime: ({ state: { data } }) => (data && hasEnded(data) ? Number.POSITIVE_INFINITY : 0),
  })
  if (!call) return <p className="text-muted">Calling you…</p>
  const { state, label } = callState(call.status)
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-baseline gap-x-2" aria-live="polite">
        <StatusLabel state={state} label={call.status === 'waiting' ? 'Waiting for a free line' : label} />
        {call.error && <span className="text-label text-muted">{call.error}</span>}
        {hasEnded(call) && (
          <span className="text-label text-muted">
            <Duration seconds={call.duration} none="" />
          </span>
        )}
      </p>
      {call.status !== 'waiting' && <CallTranscript call={call} agentName={agentName} />}
    </div>
  )
}
