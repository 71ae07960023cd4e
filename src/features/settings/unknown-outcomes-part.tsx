/** What was asked of the service and never answered, of everybody: nothing of it is done again before somebody has looked. */
import { useState } from 'react'
import { load, useRead } from '#api/reads.ts'
import { useRolePermission } from '#api/session.ts'
import { unknownEffectsRead } from '#api/status.ts'
import { AnnouncedCalls } from '#components/effects/announced-calls.tsx'
import { EffectSubject, SubjectLine } from '#components/effects/effect-subject.tsx'
import { actionTexts, isRecorded } from '#components/effects/effect-texts.ts'
import { thingOf } from '#components/effects/history-texts.ts'
import { ResolveForm } from '#components/effects/resolve-form.tsx'
import { checkText, riskOf } from '#components/effects/unknown-outcome-texts.ts'
import { contract, type Effect, type EndpointDefinition } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { useTrueNow } from '#ui/time/clock.ts'
import { Time } from '#ui/time/time.tsx'

export const unknownLoader = () => load(unknownEffectsRead)

/** Where to look before saying what happened. */
function Evidence({ ids, announced }: Pick<Effect, 'ids' | 'announced'>) {
  const thing = thingOf(ids)
  return (
    <ul className="list-disc pl-5 text-soft">
      <AnnouncedCalls announced={announced} />
      {thing?.path && (
        <li>
          Look at the <Link to={thing.path}>{thing.kind}</Link>: does it show what was asked for?
        </li>
      )}
      <li>Ask whoever was concerned, or look into the service’s own console.</li>
    </ul>
  )
}

function Unknown({ effect }: { effect: Effect }) {
  const { id, endpoint, ids, announced, operator, at, subject } = effect
  const now = useTrueNow()
  const [open, setOpen] = useState(false)
  const command = isRecorded(endpoint) ? endpoint : 'effectSettle'
  const may = useRolePermission(command)
  const { whether } = actionTexts(endpoint)
  const repeatable = (contract[command] as EndpointDefinition).effect?.repeatable ?? false
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <Lamp state="unknown" />
      <p className="min-w-0 flex-1 basis-80">
        We do not know {whether}
        {subject && (
          <>
            : <SubjectLine subject={subject} />
          </>
        )}
        . {operator} asked for it at <Time at={at} show="day-and-time" />. {checkText(effect, now)}{' '}
        {repeatable ? 'You can ask for it again.' : <strong>Do not ask for it again.</strong>}
      </p>
      <Button size="small" disabledReason={may.reason} onClick={() => setOpen(true)}>
        Settle what happened
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Do you know ${whether}?`}>
        <ResolveForm
          effectId={id}
          command={command}
          happened={{
            label: 'It happened',
            hint: 'It stands in the audit as done.',
            record: 'Record that it happened',
          }}
          notHappened={{
            label: 'It did not happen',
            hint: `It can be asked for again. ${riskOf(effect)}`.trim(),
            record: 'Record that it did not happen',
          }}
          onResolved={(happened) => {
            setOpen(false)
            notify({ title: `Recorded: it ${happened ? 'happened' : 'did not happen'}.` })
          }}
        >
          <EffectSubject effect={effect} />
          <Evidence ids={ids} announced={announced} />
        </ResolveForm>
      </Dialog>
    </li>
  )
}

export function UnknownPart() {
  const reading = useRead(unknownEffectsRead)
  return (
    <Section title="Not known" facts={<Age readAt={reading.readAt} refusal={reading.refusal} />} flush>
      <DataView
        reading={reading}
        loading={<SkeletonRows rows={3} columns={3} label="Looking for what was never answered" />}
        isEmpty={({ effects }) => effects.length === 0}
        empty={
          <EmptyState title="Everything was answered">
            Where the service breaks off before it says whether a thing was done, it appears here until somebody has
            looked. Nothing of it is ever sent again by itself.
          </EmptyState>
        }
      >
        {({ effects, pagination }) => (
          <>
            <ul aria-label="Not known" className="divide-y divide-line">
              {effects.map((effect) => (
                <Unknown key={effect.id} effect={effect} />
              ))}
            </ul>
            <Pagination pagination={pagination} noun={['outcome', 'outcomes']} />
          </>
        )}
      </DataView>
    </Section>
  )
}
