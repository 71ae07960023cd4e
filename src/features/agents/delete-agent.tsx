/** Deletes an agent, after listing the batches and flows that use it. */
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

/** Mounted only while the dialog is open, so that each opening loads again what uses the agent. */
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
      <p>The agent is deleted permanently. Calls in progress continue. New calls with this agent will be refused.</p>
      {attached.length > 0 ? (
        <div>
          <p>{`${plural(attached.length, 'flow uses', 'flows use')} this agent and will be left without an agent:`}</p>
          <ul aria-label="Flows that use this agent" className="mt-1 list-disc pl-5">
            {attached.map((flow) => (
              <li key={flow.id}>
                {visible(flow.name || flow.id)}
                {!flow.isActive && <span className="text-muted"> (inactive)</span>}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p>
          {checks[1].isMet === null
            ? 'Not all flows could be loaded. Those that are missing may use this agent.'
            : 'No flow uses this agent.'}
        </p>
      )}
    </DeleteRecord>
  )
}
