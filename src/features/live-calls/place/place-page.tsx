/** The page on which one call is placed. */
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { load } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { AgentPicker } from '#components/agents/agent-picker.tsx'
import { ReadinessChecklist } from '#components/agents/readiness-label.tsx'
import { agentsRead, flowsRead, useAgentReadiness } from '#components/agents/use-readiness.ts'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import { idPattern, type PlacedCall } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { matching, useSearch } from '#kit/navigation/search-params.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { groupNumber } from '#phone/group.ts'
import { Button } from '#ui/forms/button.tsx'
import { FormSummary } from '#ui/forms/form-summary.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Card, Section } from '#ui/layout/section.tsx'
import { checkDraft } from './call-form-check.ts'
import { CallInWords, TypedCountry } from './call-in-words.tsx'
import { ConfirmCall, RetryCountdown, useRetryTime } from './confirm-call.tsx'
import { missingVariablesText } from './missing-variables-texts.ts'
import { PlacedCalls, placedRead } from './placed-calls.tsx'
import * as texts from './texts.tsx'

const fields = { agent: matching(idPattern, '') }

export const loader = () => load(agentsRead, flowsRead, placedRead)

interface Draft {
  agentId: string | null
  number: string
}
interface FormProps extends Draft {
  onChange: (draft: Partial<Draft>) => void
  numberInput: React.RefObject<HTMLInputElement | null>
}

/** The buttons of the form. While the service accepts no requests, the submit button is disabled, with a countdown. */
function Buttons({ label, waitUntil }: { label: string; waitUntil: number | null }) {
  const retryAt = useRetryTime(waitUntil)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        type="submit"
        variant="primary"
        icon={PhoneOutgoing}
        disabledReason={retryAt !== null && texts.serviceBusy}
      >
        {label}
      </Button>
      <ButtonLink to={paths.calls()} variant="ghost">
        Back to live calls
      </ButtonLink>
      {retryAt !== null && <RetryCountdown until={retryAt} />}
    </div>
  )
}

function PlaceForm({ agentId, number, onChange, numberInput }: FormProps) {
  const [attempt, setAttempt] = useState(0)
  const [isConfirming, setIsConfirming] = useState(false)
  const [waitUntil, setWaitUntil] = useState<number | null>(null)
  const { agent: agentQuery, readiness } = useAgentReadiness(agentId)
  const navigate = useNavigate()

  const missingVariables = missingVariablesText(agentQuery.data, readiness?.flow ?? null, useSession().mode)

  const problems = checkDraft({ agentId, number }, readiness)
  const errors = attempt === 0 ? [] : problems
  const errorAt = (name: string) => errors.find((error) => error.name === name)?.message
  const parsedNumber = readTypedNumber(number)
  const toNumber = parsedNumber.ok ? parsedNumber.e164 : ''
  const formattedNumber = groupNumber(toNumber)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problems.length > 0) setAttempt((before) => before + 1)
    else setIsConfirming(true)
  }
  const openPlacedCall = (roomName: string) => {
    notify({
      title: `Calling ${formattedNumber}.`,
      text: `${agentQuery.data?.name ?? texts.someAgent} is making the call.`,
    })
    void navigate(roomName === '' ? paths.calls() : paths.call(roomName))
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormSummary errors={errors} attempts={attempt} outcome={texts.noCallPlaced} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Section title="Call details">
          <div className="flex flex-col gap-4">
            <AgentPicker
              name="agentId"
              agentId={agentId}
              onChange={(next) => onChange({ agentId: next })}
              error={errorAt('agentId')}
            />
            {readiness && readiness.state !== 'ready' && agentId !== null && (
              <ReadinessChecklist
                readiness={readiness}
                remedies={{
                  number: <Link to={paths.editAgent(agentId)}>Add a phone number to the agent</Link>,
                  flow: <Link to={paths.agent(agentId)}>Open agent</Link>,
                }}
              />
            )}
            {missingVariables && <p className="text-label text-soft">{missingVariables}</p>}
            <TextField
              ref={numberInput}
              name="toNumber"
              label="Number to call"
              inputMode="tel"
              value={number}
              onChange={(next) => onChange({ number: next })}
              hint={<TypedCountry typed={number} />}
              error={errorAt('toNumber')}
            />
          </div>
        </Section>
        <CallInWords agent={agentQuery.data} flow={readiness?.flow ?? null} toNumber={toNumber} />
      </div>
      <Buttons label={toNumber === '' ? 'Call this number' : texts.callNumber(formattedNumber)} waitUntil={waitUntil} />
      <ConfirmCall
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        agentId={agentId ?? ''}
        agent={agentQuery.data}
        toNumber={toNumber}
        missingVariables={missingVariables}
        waitUntil={waitUntil}
        onWait={setWaitUntil}
        onPlaced={openPlacedCall}
      />
    </form>
  )
}

export function Component() {
  const [{ agent }, setSearch] = useSearch(fields)
  const [number, setNumber] = useState('')
  const numberInput = useRef<HTMLInputElement>(null)
  const permission = usePermission('callPlace')

  const change = ({ agentId, number: next }: Partial<Draft>) => {
    if (agentId !== undefined) setSearch({ agent: agentId ?? '' }, { replace: true })
    if (next !== undefined) setNumber(next)
  }
  const reuse = ({ agentId, toNumber }: PlacedCall) => {
    change({ agentId, number: toNumber })
    numberInput.current?.focus()
  }

  return (
    <Page>
      <PageHeader title="Place a call" back={{ to: paths.calls(), label: 'Live calls' }} />
      {permission.allowed ? (
        <PlaceForm agentId={agent === '' ? null : agent} number={number} onChange={change} numberInput={numberInput} />
      ) : (
        <Card flush>
          <NotAllowed reason={permission.reason} to={paths.calls()} label={texts.showLiveCalls} />
        </Card>
      )}
      <PlacedCalls onUse={reuse} />
    </Page>
  )
}
