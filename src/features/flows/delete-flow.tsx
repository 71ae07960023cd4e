/** Deleting a flow: the agent that uses it is named before, whether it can still call without it, and the batches that would feel it. */
import { useCommand } from '#api/commands.ts'
import { read } from '#api/reads.ts'
import { useImpacts } from '#components/agents/agent-use.ts'
import { outlookOf, withFlow } from '#components/agents/batch-impact.ts'
import { readinessOf } from '#components/agents/readiness.ts'
import { useKnownFlows } from '#components/agents/use-readiness.ts'
import { DeleteRecord } from '#components/records/delete-record.tsx'
import type { Agent, Flow } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'

interface Props {
  flow: Flow
  /** The agent of the flow; undefined: none, or it could not be read. */
  agent: Agent | undefined
  onClose: () => void
}

/** Shown while somebody wants to delete it: what uses it is read when it opens. */
export function DeleteFlow({ flow, agent, onClose }: Props) {
  const { run } = useCommand('flowDelete')
  const { known } = useKnownFlows()
  const footing = (flows: typeof known) => ({
    // An agent that could not be read may well have a number.
    agent: agent ?? { id: flow.agentId ?? '', phoneNumber: '' },
    flows,
  })
  const outlook = outlookOf(footing(withFlow(known, flow.id, flow)), footing(withFlow(known, flow.id, null)))
  const impacts = useImpacts(flow.agentId, { agentName: agent?.name || (flow.agentId ?? ''), outlook })
  return (
    <DeleteRecord
      noun="flow"
      name={flow.name || flow.id}
      onClose={onClose}
      run={(key) => run({ params: { flowId: flow.id }, key })}
      leaveTo={paths.flows()}
      impacts={impacts}
      queryKey={read('flowShow', { params: { flowId: flow.id } }).queryKey}
    >
      <p>It is removed for good, with its steps and rules. Calls in progress go on.</p>
      <WhatUsesIt flow={flow} agent={agent} />
    </DeleteRecord>
  )
}

function WhatUsesIt({ flow, agent }: Pick<Props, 'flow' | 'agent'>) {
  const { known } = useKnownFlows()
  if (flow.agentId === null) return <p>No agent uses this flow.</p>
  if (!agent) return <p>The agent {flow.agentId} uses this flow. What it loses could not be read.</p>
  const before = readinessOf(agent, known)
  const after = readinessOf(agent, known && { ...known, flows: known.flows.filter(({ id }) => id !== flow.id) })
  return (
    <p>
      The agent “{agent.name || agent.id}” uses this flow.{' '}
      {before.state === 'ready' && after.state === 'not-ready' && (
        <strong className="font-medium">Without it, it cannot place calls: it has no other flow for them.</strong>
      )}
      {before.state === 'ready' && after.state === 'ready' && before.flow?.id === flow.id && (
        <>Its calls will follow “{after.flow?.name}” instead.</>
      )}
      {before.state === 'ready' && before.flow?.id !== flow.id && 'Its calls follow another flow and go on as before.'}
      {before.state === 'not-ready' && 'It cannot place calls now either.'}
    </p>
  )
}
