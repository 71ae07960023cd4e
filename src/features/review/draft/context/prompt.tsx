/** The prompt of a conversation's flow: what the gateway has read of it, or one read of the service when somebody asks for it. */
import { useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import type { ContextFlow } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { MarkedText } from '#ui/text/visible-text.tsx'
import { Ago } from '#ui/time/time.tsx'

/** Reads the flow once `isWanted`. A flow of an unknown kind is a message flow if the service has any. */
function useFlow({ flowId, kind }: ContextFlow, isWanted: boolean) {
  const hasMessageFlows = useSession().extensions['message-flows'] === true
  const isMessageFlow = kind === null ? hasMessageFlows : kind === 'message-flow'
  const permission = usePermission(isMessageFlow ? 'messageFlowShow' : 'flowShow')
  const flow = useRead({ ...read('flowShow', { params: { flowId } }), enabled: isWanted && !isMessageFlow })
  const messageFlow = useRead({
    ...read('messageFlowShow', { params: { messageFlowId: flowId } }),
    enabled: isWanted && isMessageFlow,
  })
  const { data, refusal, retry } = isMessageFlow ? messageFlow : flow
  return { prompt: data?.prompt ?? null, refusal, retry, isMessageFlow, permission }
}

export function Prompt({ flow }: { flow: ContextFlow }) {
  const { flowId, cached } = flow
  const [isWanted, setIsWanted] = useState(false)
  const { prompt: readPrompt, refusal, retry, isMessageFlow, permission } = useFlow(flow, isWanted)
  const prompt = cached?.prompt ?? readPrompt
  return (
    <div className="flex flex-col items-start gap-1.5 px-3 pb-2">
      {prompt === null && !isWanted && (
        <>
          <Button size="small" disabledReason={permission.reason} onClick={() => setIsWanted(true)}>
            Show the prompt
          </Button>
          <p className="text-label text-muted">Reads the flow from the service once.</p>
        </>
      )}
      {prompt === null && isWanted && !refusal && (
        <div className="w-full">
          <SkeletonText label="Loading prompt…" />
        </div>
      )}
      {prompt === null && refusal && (
        <ErrorNote tone="neutral" text={refusalText(refusal)}>
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </ErrorNote>
      )}
      {prompt !== null && (
        <p dir="auto" className="reading w-full break-words whitespace-pre-wrap text-soft">
          {prompt.trim() === '' ? 'This flow has no prompt.' : <MarkedText text={prompt} />}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-label text-muted">
        {cached?.hasSteps && <span>The flow also has steps.</span>}
        <Link to={isMessageFlow ? paths.messageFlow(flowId) : paths.flow(flowId)}>Open flow</Link>
        {cached && (
          <span>
            Read <Ago at={cached.readAt} />
          </span>
        )}
      </p>
    </div>
  )
}
