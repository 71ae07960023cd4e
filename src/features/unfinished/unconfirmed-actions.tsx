/** Actions of all operators that the service has not confirmed. None of them is repeated before somebody resolves it. */
import { useState } from 'react'
import { useRead } from '#api/reads.ts'
import { useRolePermission } from '#api/session.ts'
import { unknownEffectsRead } from '#api/status.ts'
import { AnnouncedCalls } from '#components/effects/announced-calls.tsx'
import { EffectSubject, SubjectLine } from '#components/effects/effect-subject.tsx'
import { actionTexts, isRecorded } from '#components/effects/effect-texts.ts'
import { targetOf } from '#components/effects/history-texts.ts'
import { ResolveForm } from '#components/effects/resolve-form.tsx'
import { checkText, riskOf } from '#components/effects/unknown-outcome-texts.ts'
import { type Effect, type RequestDefinition, requests } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { Time } from '#ui/time/time.tsx'

const title = 'Unconfirmed actions'

/** Lists where an operator can check what happened. */
function WhereToCheck({ ids, announced }: Pick<Effect, 'ids' | 'announced'>) {
  const target = targetOf(ids)
  return (
    <ul className="list-disc pl-5 text-soft">
      <AnnouncedCalls announced={announced} />
      {target?.path && (
        <li>
          Check the <Link to={target.path}>{target.kind}</Link>. Does it show what was requested?
        </li>
      )}
      <li>Ask the people involved, or check the service’s own console.</li>
    </ul>
  )
}

function UnknownOutcome({ effect }: { effect: Effect }) {
  const { id, endpoint, ids, announced, operator, at, subject } = effect
  const now = useGatewayTime()
  const [open, setOpen] = useState(false)
  const command = isRecorded(endpoint) ? endpoint : 'effectSettle'
  const permission = useRolePermission(command)
  const { whether } = actionTexts(endpoint)
  const repeatable = (requests[command] as RequestDefinition).effect?.repeatable ?? false
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <StatusLabel state="unknown" />
      <p className="min-w-0 flex-1 basis-80">
        We do not know {whether}
        {subject && (
          <>
            : <SubjectLine subject={subject} />
          </>
        )}
        . {operator} requested it on <Time at={at} show="day-and-time" />. {checkText(effect, now)}{' '}
        {repeatable ? 'You can try again.' : <strong>Do not try again.</strong>}
      </p>
      <Button size="small" disabledReason={permission.reason} onClick={() => setOpen(true)}>
        Resolve outcome
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Do you know ${whether}?`}>
        <ResolveForm
          effectId={id}
          command={command}
          happened={{
            label: 'It happened',
            hint: 'The audit then shows that it happened.',
            recordLabel: 'Record that it happened',
          }}
          notHappened={{
            label: 'It did not happen',
            hint: `You can then request it again. ${riskOf(effect)}`.trim(),
            recordLabel: 'Record that it did not happen',
          }}
          onResolved={(happened) => {
            setOpen(false)
            notify({ title: happened ? 'Recorded that it happened.' : 'Recorded that it did not happen.' })
          }}
        >
          <EffectSubject effect={effect} />
          <WhereToCheck ids={ids} announced={announced} />
        </ResolveForm>
      </Dialog>
    </li>
  )
}

export function UnconfirmedActions() {
  const query = useRead(unknownEffectsRead)
  if (query.data?.effects.length === 0) return null
  return (
    <Section title={title} facts={<Age readAt={query.readAt} refusal={query.refusal} />} flush>
      <DataView query={query} loading={<SkeletonRows rows={3} columns={3} label="Loading unconfirmed actions…" />}>
        {({ effects, pagination }) => (
          <>
            <ul aria-label={title} className="divide-y divide-line">
              {effects.map((effect) => (
                <UnknownOutcome key={effect.id} effect={effect} />
              ))}
            </ul>
            <Pagination pagination={pagination} noun={['outcome', 'outcomes']} isLoading={query.isPlaceholder} />
          </>
        )}
      </DataView>
    </Section>
  )
}
