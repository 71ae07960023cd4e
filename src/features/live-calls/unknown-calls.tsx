/** Calls and starts of batches whose outcome is unknown, shown on the wall until a person resolves them. */
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
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Time } from '#ui/time/time.tsx'
import * as texts from './unknown-call-texts.tsx'

type CallCommand = keyof typeof texts.callTexts

const isCallCommand = (name: string): name is CallCommand => Object.hasOwn(texts.callTexts, name)

/** Where a person can check what happened. */
function WhereToCheck({ ids: { agentId, roomName }, announced }: Effect) {
  return (
    <ul className="list-disc pl-5 text-soft">
      <AnnouncedCalls announced={announced} />
      <li>
        {roomName ? (
          <Link to={paths.call(roomName)}>Open call</Link>
        ) : (
          'Look for the call on the wall behind this dialog.'
        )}
      </li>
      {agentId && (
        <li>
          The call was requested for <Link to={paths.agent(agentId)}>this agent</Link>.
        </li>
      )}
      <li>Ask the customer, or check the service’s own console.</li>
    </ul>
  )
}

function UnknownCall({ effect, command }: { effect: Effect; command: CallCommand }) {
  const [open, setOpen] = useState(false)
  const { message, done } = texts.callTexts[command]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
      <StatusLabel state="unknown" />
      <p className="min-w-0 flex-1 basis-80">
        {message({
          operator: effect.operator,
          subject: effect.subject ? <SubjectLine subject={effect.subject} /> : 'a customer',
          time: <Time at={effect.at} show="second" />,
        })}
      </p>
      <Button size="small" onClick={() => setOpen(true)}>
        Resolve outcome
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Was the call ${done}?`}>
        <ResolveForm
          effectId={effect.id}
          command={command}
          happened={{
            label: `It was ${done}`,
            hint: 'The audit shows it as done.',
            recordLabel: `Record that it was ${done}`,
          }}
          notHappened={{
            label: `It was not ${done}`,
            hint: texts.noHint(riskOf(effect)),
            recordLabel: `Record that it was not ${done}`,
          }}
          onResolved={(happened) => {
            setOpen(false)
            notify({ title: `Saved: the call was ${happened ? '' : 'not '}${done}.` })
          }}
        >
          <EffectSubject effect={effect} />
          <WhereToCheck {...effect} />
        </ResolveForm>
      </Dialog>
    </li>
  )
}

/** The start of a batch with an unknown outcome. It is resolved on the page of batches; the wall warns that people may be called. */
const UnknownStart = ({ effect }: { effect: Effect }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
    <StatusLabel state="unknown" />
    <p className="min-w-0 flex-1 basis-80">
      {texts.unknownStart({
        operator: effect.operator,
        subject: effect.subject ? <SubjectLine subject={effect.subject} /> : 'a batch',
        time: <Time at={effect.at} show="second" />,
      })}
    </p>
    <Link to={paths.batches()}>Resolve it in Batches</Link>
  </li>
)

export default function UnknownCalls() {
  const { data } = useRead(unknownEffectsRead)
  const unknownEffects =
    data?.effects.filter(({ endpoint }) => isCallCommand(endpoint) || endpoint === 'batchStart') ?? []
  if (unknownEffects.length === 0) return null
  return (
    <section
      aria-label="Calls with an unknown outcome"
      className="rounded-large border border-danger/40 bg-danger-soft"
    >
      <ul className="divide-y divide-danger/20">
        {unknownEffects.map((effect) =>
          isCallCommand(effect.endpoint) ? (
            <UnknownCall key={effect.id} effect={effect} command={effect.endpoint} />
          ) : (
            <UnknownStart key={effect.id} effect={effect} />
          ),
        )}
      </ul>
    </section>
  )
}
