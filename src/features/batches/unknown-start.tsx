/** A start that nobody answered: what is known, what to do, and how a person settles it. */
import { read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { unknownEffectsRead } from '#api/status.ts'
import { EffectSubject } from '#components/effects/effect-subject.tsx'
import { ResolveForm } from '#components/effects/resolve-form.tsx'
import { riskOf } from '#components/effects/unknown-outcome-texts.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Effect, PastCall } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { Time } from '#ui/time/time.tsx'
import { callState } from './status.ts'

export interface UnknownStartFacts {
  effectId: string
  agentId: string | null
  /** The ledger's record of it; null: not read yet. */
  effect: Effect | null
}

const columns: readonly DataColumn<PastCall>[] = [
  { id: 'number', header: 'Number', cell: ({ toNumber }) => <PhoneNumber number={toNumber} /> },
  { id: 'started', header: 'Started', cell: ({ startedAt }) => <Time at={startedAt} show="second" /> },
  { id: 'batch', header: 'Batch', cell: ({ batchId }) => <span className="mono break-all">{batchId ?? 'None'}</span> },
  {
    id: 'status',
    header: 'State',
    cell: ({ status }) => {
      const { lamp, word } = callState(status)
      return <Lamp state={lamp} word={word} />
    },
  },
]

/** The latest calls of the agent: where they are of this batch, it started. */
function Evidence({ agentId }: { agentId: string }) {
  const reading = useRead(read('callHistory', { query: { agentId, limit: 10 } }))
  return (
    <div className="rounded-base border border-line">
      <div className="flex items-center gap-3 border-b border-line px-3 py-1">
        <span className="font-medium">Latest calls of this agent</span>
        <Age readAt={reading.readAt} refusal={reading.refusal} />
        <span className="ml-auto">
          <Button size="small" variant="ghost" pending={reading.isRefreshing} onClick={reading.retry}>
            Look again
          </Button>
        </span>
      </div>
      <DataView
        reading={reading}
        loading={<SkeletonRows rows={3} columns={4} label="Looking for calls of this agent" />}
        isEmpty={({ calls }) => calls.length === 0}
        empty={<p className="px-3 py-2 text-soft">The service knows no call of this agent so far.</p>}
      >
        {({ calls }) => (
          <DataTable
            caption="Latest calls of this agent"
            columns={columns}
            rows={calls}
            rowKey={({ callId }) => callId}
            sticky={false}
          />
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
        {hasHistory && agentId && <li>Look at the latest calls of this agent below: are they to these people?</li>}
        <li>Ask one of the first people, or check the service’s own console.</li>
        <li>
          Then record here what you found. Until then nobody can start a batch with the same people and this agent.
          Other batches can be started.
        </li>
      </ol>
      {hasHistory && agentId && <Evidence agentId={agentId} />}
    </div>
  )
}

interface Props {
  facts: UnknownStartFacts
  onSettled: (happened: boolean, batchId: string | null) => void
}

export function UnknownStart({ facts, onSettled }: Props) {
  const { effect } = facts
  return (
    <Section
      title={`A start without an answer${effect?.subject?.batchName ? `: ${effect.subject.batchName}` : ''}`}
      facts={<Lamp state="unknown" word="Unknown" />}
    >
      <div role="alert" className="flex max-w-[72ch] flex-col gap-1">
        <p className="font-medium">
          The service did not answer when we started this batch. Some calls may already be under way. Do not start it
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
            happened={{
              label: 'It started',
              hint: 'The calls are being made, or were made.',
              record: 'Record that it started',
            }}
            notHappened={{
              label: 'It did not start',
              hint: `It can be started again. ${riskOf({ endpoint: 'batchStart', ids: {} })}`,
              record: 'Record that it did not start',
            }}
            mayNameBatch
            onResolved={onSettled}
          />
        </div>
      </div>
    </Section>
  )
}

/** The unknown starts of the whole team: they stand above everything until somebody has looked. */
export function UnknownStarts() {
  const { data, retry } = useRead(unknownEffectsRead)
  const starts = data?.effects.filter(({ endpoint }) => endpoint === 'batchStart') ?? []
  return starts.map((effect) => (
    <UnknownStart
      key={effect.id}
      facts={{ effectId: effect.id, agentId: effect.ids.agentId ?? null, effect }}
      onSettled={retry}
    />
  ))
}
