/** Batches that still call with an agent: running, scheduled, held back, or waiting for approval. All of it comes from the gateway alone. */
import { read, useRead } from '#api/reads.ts'
import { type AffectedBatch, affectedBatches } from '#components/agents/batch-impact.ts'
import * as agentTexts from '#components/agents/texts.ts'
import { type Agent, mayStillCall } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { plural } from '#ui/text/format-number.ts'
import * as texts from './texts.ts'

/** Starts that wait for approval are on the page of batches. */
const pathOf = ({ batchId }: AffectedBatch): string => (batchId === '' ? paths.batches() : paths.batch(batchId))

function BatchItem({ batch }: { batch: AffectedBatch }) {
  const facts = [
    agentTexts.batchStates[batch.state],
    ...(batch.calls === null ? [] : [`${plural(batch.calls, 'call', 'calls')} left`]),
  ]
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-1.5">
      <span className="min-w-0 flex-1 break-words">
        <Link to={pathOf(batch)}>{batch.name}</Link>
      </span>
      <span className="text-label text-soft">{facts.join(' · ')}</span>
    </li>
  )
}

/** The lists also contain batches of other agents: prepared ones, starts, and other batches of the same launch. */
export function AgentBatches({ agent: { id } }: { agent: Agent }) {
  const running = useRead(read('batchList', { query: { agentId: id, state: 'running', limit: 100 } }, 'background'))
  const prepared = useRead(read('preparedBatchList', {}, 'background'))
  const approvals = useRead(read('approvalList', {}, 'background'))
  const data =
    running.data && prepared.data && approvals.data
      ? affectedBatches({
          batches: running.data.batches.filter(({ agentId, progress }) => agentId === id && mayStillCall(progress)),
          prepared: prepared.data.prepared.filter(({ agentId }) => agentId === id),
          awaitingApproval: approvals.data.approvals.filter(
            ({ agentId, state }) => agentId === id && state === 'waiting',
          ),
        })
      : undefined
  return (
    <Section title="Used by batches" facts={data && data.length > 0 && plural(data.length, 'batch', 'batches')}>
      <DataView
        query={{
          data,
          readAt: running.readAt,
          refusal: running.refusal ?? prepared.refusal ?? approvals.refusal,
          isLoading: data === undefined,
          isPlaceholder: false,
          retry: () => {
            for (const query of [running, prepared, approvals]) query.retry()
          },
        }}
        loading={<SkeletonText lines={2} label={texts.loadingBatches} />}
        isEmpty={(batches) => batches.length === 0}
        empty={
          <p className="text-muted">
            Switchboard knows of no batch that still calls with this agent; batches whose agent is unknown are not
            listed.
          </p>
        }
      >
        {(batches) => (
          <ul aria-label="Batches that still call with this agent" className="-my-1.5 divide-y divide-line">
            {batches.map((batch) => (
              <BatchItem key={batch.key} batch={batch} />
            ))}
          </ul>
        )}
      </DataView>
    </Section>
  )
}
