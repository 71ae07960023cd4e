/** What was asked of a call and never answered: said on the wall until a person has settled it. */
import { useState } from 'react'
import { useRead } from '#api/reads.ts'
import { unknownEffectsRead } from '#api/status.ts'
import { AnnouncedCalls } from '#components/effects/announced-calls.tsx'
import { EffectSubject, SubjectLine } from '#components/effects/effect-subject.tsx'
import { ResolveForm } from '#components/effects/resolve-form.tsx'
import { riskOf } from '#components/effects/unknown-outcome-texts.ts'
import type { Effect } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { Time } from '#ui/time/time.tsx'

const deeds = {
  callSend: {
    asked: 'called',
    done: 'placed',
    may: 'The customer may have been rung.',
    again: 'Do not place it again.',
  },
  activeCallEnd: {
    asked: 'ended the call with',
    done: 'ended',
    may: 'The call may still go on.',
    again: 'Look at the room first.',
  },
  activeCallTakeOver: {
    asked: 'took over the call with',
    done: 'taken over',
    may: 'The agent may still be speaking.',
    again: 'Look at the room first.',
  },
} as const
type Deed = keyof typeof deeds

const isDeed = (name: string): name is Deed => Object.hasOwn(deeds, name)

/** Where to look before settling. */
function Evidence({ ids: { agentId, roomName }, announced }: Effect) {
  return (
    <ul className="list-disc pl-5 text-soft">
      <AnnouncedCalls announced={announced} />
      <li>
        {roomName ? (
          <Link to={paths.call(roomName)}>Look at the room</Link>
        ) : (
          'Look for it on the wall behind this window.'
        )}
      </li>
      {agentId && (
        <li>
          It was to be made by <Link to={paths.agent(agentId)}>this agent</Link>.
        </li>
      )}
      <li>Ask the customer, or look into the service’s own console.</li>
    </ul>
  )
}

function UnknownCall({ effect, deed }: { effect: Effect; deed: Deed }) {
  const [open, setOpen] = useState(false)
  const { asked, done, may, again } = deeds[deed]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
      <Lamp state="unknown" />
      <p className="min-w-0 flex-1 basis-80">
        The service did not answer when {effect.operator} {asked}{' '}
        {effect.subject ? <SubjectLine subject={effect.subject} /> : 'somebody'} at{' '}
        <Time at={effect.at} show="second" />. {may} <strong>{again}</strong>
      </p>
      <Button size="small" onClick={() => setOpen(true)}>
        Settle what happened
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Was the call ${done}?`}>
        <ResolveForm
          effectId={effect.id}
          command={deed}
          happened={{
            label: `It was ${done}`,
            hint: 'It stands in the audit as done.',
            record: `Record that it was ${done}`,
          }}
          notHappened={{
            label: `It was not ${done}`,
            hint: `It can be asked for again. ${riskOf(effect)}`.trim(),
            record: `Record that it was not ${done}`,
          }}
          onResolved={(happened) => {
            setOpen(false)
            notify({ title: `Recorded: the call was ${happened ? '' : 'not '}${done}.` })
          }}
        >
          <EffectSubject effect={effect} />
          <Evidence {...effect} />
        </ResolveForm>
      </Dialog>
    </li>
  )
}

/** A start is settled among the batches; here it says whose phones may be ringing. */
const UnknownStart = ({ effect }: { effect: Effect }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
    <Lamp state="unknown" />
    <p className="min-w-0 flex-1 basis-80">
      The service did not answer when {effect.operator} started{' '}
      {effect.subject ? <SubjectLine subject={effect.subject} /> : 'a batch'} at <Time at={effect.at} show="second" />.
      Its calls may be under way. <strong>Do not start it again.</strong>
    </p>
    <Link to={paths.batches()}>Settle it on the page of batches</Link>
  </li>
)

export function UnknownCalls() {
  const { data } = useRead(unknownEffectsRead)
  const unknown = data?.effects.filter(({ endpoint }) => isDeed(endpoint) || endpoint === 'batchStart') ?? []
  if (unknown.length === 0) return null
  return (
    <section aria-label="Calls without an answer" className="rounded-large border border-danger/40 bg-danger-soft">
      <ul className="divide-y divide-danger/20">
        {unknown.map((effect) =>
          isDeed(effect.endpoint) ? (
            <UnknownCall key={effect.id} effect={effect} deed={effect.endpoint} />
          ) : (
            <UnknownStart key={effect.id} effect={effect} />
          ),
        )}
      </ul>
    </section>
  )
}
