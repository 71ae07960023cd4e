/** Placing one call: whom, by which agent, and what the clock says there. */
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { load } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { AgentPicker, agentsRead } from '#components/agents/agent-picker.tsx'
import { ReadinessChecklist } from '#components/agents/readiness-lamp.tsx'
import { flowsRead, useAgentReadiness } from '#components/agents/use-readiness.ts'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import { idPattern, type PlacedCall } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { groupNumber } from '#phone/group.ts'
import { Button } from '#ui/forms/button.tsx'
import { FormSummary } from '#ui/forms/form-summary.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Card, Section } from '#ui/layout/section.tsx'
import { checkDraft } from './call-form-check.ts'
import { ConfirmCall, useWait, Wait } from './confirm-call.tsx'
import { silenceInWords } from './missing-variables-texts.ts'
import { NumberFacts } from './number-facts.tsx'
import { PlacedCalls, placedRead } from './placed-calls.tsx'

const Search = z.object({ agent: z._default(z.string().check(z.regex(idPattern)), '') })

export const loader = () => load(agentsRead, flowsRead, placedRead)

interface Draft {
  agentId: string | null
  number: string
}
interface FormProps extends Draft {
  onChange: (draft: Partial<Draft>) => void
  input: React.RefObject<HTMLInputElement | null>
}

/** While the service takes nothing there is nothing to press, and it says until when. */
function Buttons({ label, waitUntil }: { label: string; waitUntil: number | null }) {
  const wait = useWait(waitUntil)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        type="submit"
        variant="primary"
        icon={PhoneOutgoing}
        disabledReason={wait !== null && 'The service takes no more requests for now.'}
      >
        {label}
      </Button>
      <ButtonLink to={paths.calls()} variant="ghost">
        Back to the live calls
      </ButtonLink>
      {wait !== null && <Wait until={wait} />}
    </div>
  )
}

function PlaceForm({ agentId, number, onChange, input }: FormProps) {
  const [attempt, setAttempt] = useState(0)
  const [confirming, setConfirming] = useState(false)
  const [waitUntil, setWaitUntil] = useState<number | null>(null)
  const { agent: chosen, readiness } = useAgentReadiness(agentId)
  const navigate = useNavigate()

  const silence = silenceInWords(chosen.data, readiness?.flow ?? null, useSession().mode)

  const problems = checkDraft({ agentId, number }, readiness)
  const errors = attempt === 0 ? [] : problems
  const errorOf = (name: string) => errors.find((error) => error.name === name)?.message
  const typed = readTypedNumber(number)
  const toNumber = typed.ok ? typed.e164 : ''
  const grouped = groupNumber(toNumber)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problems.length > 0) setAttempt((before) => before + 1)
    else setConfirming(true)
  }
  const placed = (roomName: string) => {
    notify({ title: `Calling ${grouped}.`, text: `${chosen.data?.name ?? 'The agent'} is on the line.` })
    void navigate(roomName === '' ? paths.calls() : paths.call(roomName))
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormSummary errors={errors} attempt={attempt} outcome="No call was placed." />
      <Section title="Who calls whom">
        <div className="flex flex-col gap-4">
          <AgentPicker
            name="agentId"
            agentId={agentId}
            onChange={(next) => onChange({ agentId: next })}
            error={errorOf('agentId')}
          />
          {readiness && readiness.state !== 'ready' && agentId !== null && (
            <ReadinessChecklist
              readiness={readiness}
              remedies={{
                number: <Link to={paths.editAgent(agentId)}>Give the agent a number</Link>,
                flow: <Link to={paths.agent(agentId)}>Look at the agent</Link>,
              }}
            />
          )}
          {silence && <p className="text-label text-soft">{silence}</p>}
          <TextField
            ref={input}
            name="toNumber"
            label="Number to call"
            mono
            inputMode="tel"
            value={number}
            onChange={(next) => onChange({ number: next })}
            hint={<NumberFacts typed={number} />}
            error={errorOf('toNumber')}
          />
        </div>
      </Section>
      <Buttons label={toNumber === '' ? 'Place the call' : `Call ${grouped}`} waitUntil={waitUntil} />
      <ConfirmCall
        open={confirming}
        onClose={() => setConfirming(false)}
        agentId={agentId ?? ''}
        agent={chosen.data}
        toNumber={toNumber}
        silence={silence}
        waitUntil={waitUntil}
        onWait={setWaitUntil}
        onPlaced={placed}
      />
    </form>
  )
}

export function Component() {
  const [{ agent }, setSearch] = useSearch(Search)
  const [number, setNumber] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const may = usePermission('callPlace')

  const change = ({ agentId, number: next }: Partial<Draft>) => {
    if (agentId !== undefined) setSearch({ agent: agentId ?? '' }, { replace: true })
    if (next !== undefined) setNumber(next)
  }
  const take = ({ agentId, toNumber }: PlacedCall) => {
    change({ agentId, number: toNumber })
    input.current?.focus()
  }

  return (
    <Page narrow>
      <PageHeader title="Place a call" back={{ to: paths.calls(), label: 'Live calls' }} />
      {may.allowed ? (
        <PlaceForm agentId={agent === '' ? null : agent} number={number} onChange={change} input={input} />
      ) : (
        <Card flush>
          <NotAllowed reason={may.reason} to={paths.calls()} label="Show the live calls" />
        </Card>
      )}
      <PlacedCalls onUse={take} />
    </Page>
  )
}
