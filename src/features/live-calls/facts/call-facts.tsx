/** Where a call comes from: its agent and flow, and its batch with the row of the customer. */
import { read, useRead } from '#api/reads.ts'
import { latestBatchesRead } from '#api/status.ts'
import { readinessOf } from '#components/agents/readiness.ts'
import { BatchOfCall } from '#components/calls/batch-of-call.tsx'
import { asText } from '#components/records/other-facts.tsx'
import { type ActiveCall, firstHundred } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { DescriptionList, type Fact, Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { findAgent } from './find-agent.ts'
import { useBatchRow } from './use-batch-row.ts'

/** Names and flows change seldom, so what was read of them at any time is enough. */
const anyAgentsRead = read('agentList', firstHundred, 'background')
const anyFlowsRead = read('flowList', firstHundred, 'background')
/** For the loader. */
export const factReads = [anyAgentsRead, anyFlowsRead]

/** The name of a batch that the team has seen lately. */
function useBatchName(batchId: string | null): string | undefined {
  const { data } = useRead({ ...latestBatchesRead, enabled: batchId !== null })
  return data?.batches.find((batch) => batch.batchId === batchId)?.name
}

function Row({ batchId, call }: { batchId: string; call: ActiveCall }) {
  const { row, isFailed, isPending } = useBatchRow({ batchId, roomName: call.roomName, phone: call.customerPhone })
  if (isPending) return <SkeletonText lines={2} label="Loading row…" />
  if (!row)
    return (
      <p className="text-label text-muted">
        {isFailed
          ? 'The row could not be read. You can find it on the page of the batch.'
          : 'The batch has no row with this number now.'}
      </p>
    )
  const variables = Object.entries(row.metadata).filter(([, value]) => value !== '' && value !== null)
  return (
    <div className="mt-3 border-t border-line pt-3">
      <DescriptionList
        facts={[
          { term: 'Row', value: <Link to={paths.batch(batchId, { call: row.jobId })}>Open this row</Link> },
          ...variables.map(([term, value]): Fact => ({ term, value: asText(value) })),
        ]}
      />
    </div>
  )
}

interface Props {
  call: ActiveCall
  /** null: not known to be of a batch. */
  batchId: string | null
  isPlaced: boolean
}

export function CallFacts({ call, batchId, isPlaced }: Props) {
  const agents = useRead(anyAgentsRead)
  const flows = useRead(anyFlowsRead)
  const agent = findAgent(agents.data?.agents ?? [], call)
  const flow = agent && readinessOf(agent, { flows: flows.data?.flows ?? [], isComplete: false }).flow
  const batchName = useBatchName(batchId)
  const agentName = call.aiAgentName || agent?.name || 'Unnamed agent'
  return (
    <Section title="About this call">
      <DescriptionList
        facts={[
          {
            term: 'Agent',
            value: agent ? <Link to={paths.agent(agent.id)}>{agentName}</Link> : visible(agentName),
          },
          {
            term: 'Flow in use',
            value: flow ? (
              <Link to={paths.flow(flow.id)}>{flow.name}</Link>
            ) : agents.isLoading || flows.isLoading ? (
              <SkeletonText lines={1} label="Loading flow…" />
            ) : (
              <span className="text-muted">Unknown</span>
            ),
          },
          { term: 'Batch', value: <BatchOfCall batchId={batchId} batchName={batchName} isPlaced={isPlaced} /> },
        ]}
      />
      {batchId !== null && <Row batchId={batchId} call={call} />}
    </Section>
  )
}
