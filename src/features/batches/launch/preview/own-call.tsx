/** The call of a test, followed until it has ended; then what was said in it. */
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { CallTranscript } from '#components/calls/call-transcript.tsx'
import type { BatchCall } from '#contract/index.ts'
import { Lamp } from '#ui/status/lamp.tsx'
import { Duration } from '#ui/time/time.tsx'
import { callState } from '../../status.ts'

/** ms between two looks at a call that goes on. */
const every = 2_000
const isOver = ({ status }: BatchCall) => status !== 'waiting' && status !== 'active'

/** @returns null: the service does not list it yet */
async function readCall(batchId: string, signal: AbortSignal): Promise<BatchCall | null> {
  const options = { attention: 'visible', signal } as const
  const { data } = await request('batchCallList', { params: { batchId }, query: { limit: 1 } }, options)
  const [call] = data.calls
  if (!call || !isOver(call)) return call ?? null
  // What was said is only in the call's own record: one request more, once.
  return (await request('batchCallShow', { params: { batchId, jobId: call.jobId } }, options)).data
}

export function OwnCall({ batchId, agentName }: { batchId: string; agentName: string | null }) {
  const { data: call } = useQuery({
    queryKey: ['ownCall', batchId],
    queryFn: ({ signal }) => readCall(batchId, signal),
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : every),
    staleTime: ({ state: { data } }) => (data && isOver(data) ? Number.POSITIVE_INFINITY : 0),
  })
  if (!call) return <p className="text-muted">Calling you…</p>
  const { lamp, word } = callState(call.status)
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-baseline gap-x-2" aria-live="polite">
        <Lamp state={lamp} word={call.status === 'waiting' ? 'Waiting for a free line' : word} />
        {call.error && <span className="text-label text-muted">{call.error}</span>}
        {isOver(call) && (
          <span className="text-label text-muted">
            <Duration seconds={call.duration} words none="" />
          </span>
        )}
      </p>
      {call.status !== 'waiting' && <CallTranscript call={call} agentName={agentName} />}
    </div>
  )
}
