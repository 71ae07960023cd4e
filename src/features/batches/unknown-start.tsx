/** A start whose outcome is unknown: what to check, and the form that records the outcome. */
import { useIsReading } from '#api/is-reading.ts'
import { read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { EffectSubject } from '#components/effects/effect-subject.tsx'
import { ResolveForm } from '#components/effects/resolve-form.tsx'
import { riskOf } from '#components/effects/unknown-outcome-texts.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Effect, PastCall } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Time } from '#ui/time/time.tsx'
import { callState } from './status.ts'
import * as texts from './texts.tsx'

export interface UnknownStartFacts {
  effectId: string
  agentId: string | null
  /** The ledger's record; null: not read yet. */
  effect: Effect | null
}

const columns: readonly Column<PastCall>[] = [
  { id: 'number', header: texts.numberColumn, cell: ({ toNumber }) => <PhoneNumber number={toNumber} /> },
  { id: 'started', header: texts.startedColumn, cell: ({ startedAt }) => <Time at={startedAt} show="second" /> },
  {
    id: 'batch',
    header: 'Batch',
    cell: ({ batchId }) => <span className="mono break-all">{batchId ?? 'None'}</span>,
  },
  {
    id: 'status',
    header: texts.statusColumn,
    cell: ({ status }) => {
      const { state, label } = callState(status)
      return <StatusLabel state={state} label={label} />
    },
  },
]

/** The agent's latest calls. If they belong to this batch, it started. */
function LatestCalls({ agentId }: { agentId: string }) {
  const historyRead = read('callHistory', { query: { agentId, limit: 10 } })
  const query = useRead(historyRead)
  const isReading = useIsReading(historyRead)
  return (
    <div className="rounded-base border border-line">
      <div className="flex items-center gap-3 border-b border-line px-3 py-1">
        <span className="font-medium">{texts.latestCalls}</span>
        <Age readAt={query.readAt} refusal={query.refusal} />
        <span className="ml-auto">
          <Button size="small" variant="ghost" pending={isReading} onClick={query.retry}>
            Refresh
          </Button>
        </span>
      </div>
      <DataView
        query={query}
        loading={<SkeletonRows rows={3} columns={4} label="Loading calls…" />}
        isEmpty={({ calls }) => calls.length === 0}
        empty={<p className="px-3 py-2 text-soft">The service has no calls by this agent yet.</p>}
      >
        {({ calls }) => (
          <Table caption={texts.latestCalls} columns={columns} rows={calls} rowKey={({ callId }) => callId} />
        )}
      </DataView>
    </div>
  )
}

function WhatToDo({ facts: { agentId } }: { facts: UnknownStartFacts }) {
  const hasHistory = useSession().extensions.history === true
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-base">What to do</h3>
      <ol className="flex list-decimal flex-col gap-1 pl-5 text-soft">
        {hasHistory && agentId && <li>Check this agent’s latest calls below. Are they to the people in this batch?</li>}
        <li>Ask one of the first people in the file, or check the service’s own console.</li>
        <li>
          Then record here what you found. Until then, nobody can start a batch with the same people and this agent.
          Other batches can be started.
        </li>
      </ol>
      {hasHistory && agentId && <LatestCalls agentId={agentId} />}
    </div>
  )
}

interface Props {
  facts: UnknownStartFacts
  onResolved: (happened: boolean, batchId: string | null) => void
}

export function UnknownStart({ facts, onResolved }: Props) {
  const { effect } = facts
  return (
    <Section
      title={texts.startNotConfirmed(effect?.subject?.batchName ?? undefined)}
      facts={<StatusLabel state="unknown" label={texts.unknown} />}
    >
      <div role="alert" className="flex max-w-[72ch] flex-col gap-1">
        <p className="font-medium">
          The service did not confirm the start of this batch. Some calls may already be in progress. Do not start it
          again.
        </p>
      </div>
      <div className="mt-3 flex flex-col gap-4">
        {effect && (
          <div className="max-w-[72ch]">
            <EffectSubject effect={effect} />
          </div>
        )}
        <WhatToDo facts={facts} />
        <div className="border-t border-line pt-3 *:max-w-lg">
          <ResolveForm
            effectId={facts.effectId}
            command="launchStart"
            happened={texts.started}
            notHappened={{
              label: 'It did not start',
              hint: `You can then start it again. ${riskOf({ endpoint: 'batchStart', ids: {} })}`.trim(),
              recordLabel: 'Record that it did not start',
            }}
            asksForBatchId
            onResolved={onResolved}
          />
        </div>
      </div>
    </Section>
  )
}
