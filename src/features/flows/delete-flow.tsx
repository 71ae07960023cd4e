/** Asks before a flow is deleted: names its agent, whether that can still place calls, and the affected batches. */
import type { ReactNode } from 'react'
import { useCommand } from '#api/commands.ts'
import { read } from '#api/reads.ts'
import { useImpacts } from '#components/agents/agent-use.ts'
import { outlookOf, withFlow } from '#components/agents/batch-impact.ts'
import { type Readiness, readinessOf } from '#components/agents/readiness.ts'
import { useKnownFlows } from '#components/agents/use-readiness.ts'
import { DeleteRecord } from '#components/records/delete-record.tsx'
import type { Agent, Flow } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import * as texts from './texts.tsx'

interface Props {
  flow: Flow
  /** undefined: the flow has no agent, or its agent could not be loaded. */
  agent: Agent | undefined
  onClose: () => void
}

/** Mounted only while the dialog is open, so that each opening loads again what uses the flow. */
export function DeleteFlow({ flow, agent, onClose }: Props) {
  const { run } = useCommand('flowDelete')
  const { knownFlows } = useKnownFlows()
  const setupWith = (flows: typeof knownFlows) => ({
    // An agent that could not be loaded may have a number.
    agent: agent ?? { id: flow.agentId ?? '', phoneNumber: '' },
    flows,
  })
  const outlook = outlookOf(
    setupWith(withFlow(knownFlows, flow.id, flow)),
    setupWith(withFlow(knownFlows, flow.id, null)),
  )
  const impacts = useImpacts(flow.agentId, { agentName: agent?.name || (flow.agentId ?? ''), outlook })
  return (
    <DeleteRecord
      noun={texts.noun[0]}
      name={flow.name || flow.id}
      onClose={onClose}
      run={(key) => run({ params: { flowId: flow.id }, key })}
      leaveTo={paths.flows()}
      impacts={impacts}
      queryKey={read('flowShow', { params: { flowId: flow.id } }).queryKey}
    >
      <p>The flow, its steps and its rules are deleted permanently. Calls in progress continue.</p>
      <AgentImpact flow={flow} agent={agent} />
    </DeleteRecord>
  )
}

function AgentImpact({ flow, agent }: Pick<Props, 'flow' | 'agent'>) {
  const { knownFlows } = useKnownFlows()
  if (flow.agentId === null) return <p>No agent uses this flow.</p>
  if (!agent)
    return (
      <p>
        The agent {flow.agentId} uses this flow, but the agent could not be loaded. Without this flow, it may not be
        able to place calls.
      </p>
    )
  // Without the agent's status in the service, which the flow does not affect.
  const callAgent = { id: agent.id, phoneNumber: agent.phoneNumber }
  const before = readinessOf(callAgent, knownFlows)
  const after = readinessOf(
    callAgent,
    knownFlows && { ...knownFlows, flows: knownFlows.flows.filter(({ id }) => id !== flow.id) },
  )
  return <p>{impactText(flow, agent.name || agent.id, before, after)}</p>
}

function impactText(flow: Flow, name: string, before: Readiness, after: Readiness): ReactNode {
  const usage = `The agent “${name}” uses this flow.`
  if (before.state === 'not-ready') return `${usage} The agent cannot place calls now either.`
  if (before.state === 'unknown') return usage
  if (before.flow?.id !== flow.id) return `${usage} Its calls use another flow, so they do not change.`
  if (after.state === 'ready') return `${usage} Its calls will use “${after.flow?.name ?? ''}” instead.`
  if (after.state === 'unknown') return usage
  return (
    <>
      {usage}{' '}
      <strong className="font-medium">
        Without it, the agent cannot place calls: it has no other active flow for outbound calls.
      </strong>
    </>
  )
}
