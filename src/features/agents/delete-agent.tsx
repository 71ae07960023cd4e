/** Deleting an agent: the batches that still call with it and the flows that use it are named before. */
import { useCommand } from '#api/commands.ts'
import { read } from '#api/reads.ts'
import { useImpacts } from '#components/agents/agent-use.ts'
import type { Readiness } from '#components/agents/readiness.ts'
import { DeleteRecord } from '#components/records/delete-record.tsx'
import type { Agent } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'

interface Props {
  agent: Agent
  readiness: Readiness
  onClose: () => void
}

/** Shown while somebody wants to delete it: what uses it is read when it opens. */
export function DeleteAgent({ agent, readiness: { attached, checks }, onClose }: Props) {
  const { run } = useCommand('agentDelete')
  const impacts = useImpacts(agent.id, { agentName: agent.name || agent.id, outlook: { kind: 'fail' } })
  return (
    <DeleteRecord
      noun="agent"
      name={agent.name || agent.id}
      onClose={onClose}
      run={(key) => run({ params: { agentId: agent.id }, key })}
      leaveTo={paths.agents()}
      impacts={impacts}
      queryKey={read('agentShow', { params: { agentId: agent.id } }).queryKey}
    >
      <p>It is removed for good. Calls in progress go on; new calls with it will be refused.</p>
      {attached.length > 0 ? (
        <div>
          <p>{plural(attached.length, 'flow uses', 'flows use')} this agent and will be left without one:</p>
          <ul aria-label="Flows that use this agent" className="mt-1 list-disc pl-5">
            {attached.map((flow) => (
              <li key={flow.id}>
                {visible(flow.name || flow.id)}
                {!flow.isActive && <span className="text-muted"> (not active)</span>}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p>
          {checks[1].met === null
            ? 'Not all flows could be read: there may be flows that use this agent.'
            : 'No flow uses this agent.'}
        </p>
      )}
    </DeleteRecord>
  )
}
