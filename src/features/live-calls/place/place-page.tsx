/** Placing one call: whom, by which agent, and what the clock says there. */
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { useCommand } from '#api/commands.ts'
import { load } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { idPattern, type Refusal } from '#contract/index.ts'
import { AgentPicker, agentsRead } from '#parts/agent-picker.tsx'
import { useAgentReadiness } from '#parts/agent-readiness.ts'
import { flowsRead } from '#parts/known-flows.ts'
import { readTypedNumber } from '#parts/number-problem.ts'
import { ReadinessChecklist } from '#parts/readiness-lamp.tsx'
import { groupNumber } from '#phone/group.ts'
import { Confirm } from '#shell/confirm.tsx'
import { ButtonLink, Link } from '#shell/link.tsx'
import { useMay } from '#shell/may.ts'
import { notify } from '#shell/notices.tsx'
import { Page, PageHeader } from '#shell/page-header.tsx'
import { paths } from '#shell/paths.ts'
import { useSearch } from '#shell/search-params.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-state.tsx'
import { FormSummary } from '#ui/form-summary.tsx'
import { Section } from '#ui/section.tsx'
import { TextField } from '#ui/text-field.tsx'
import { callRefusal } from './call-refusal.ts'
import { checkDraft } from './check.ts'
import { NumberFacts, useLocalTime } from './number-facts.tsx'

const Search = z.object({ agent: z._default(z.string().check(z.regex(idPattern)), '') })

export const loader = () => load(agentsRead, flowsRead)

/** Why the call was not placed, or that nobody knows: inside the confirm. */
function Refused({ refusal }: { refusal: Refusal }) {
  const { plan } = useSession()
  const { what, sent, next } = callRefusal(refusal, plan.concurrentCalls)
  return (
    <ErrorNote words={{ happened: what, sent, toDo: next, reference: refusal.data.reference }}>
      {refusal.data.sent === 'unknown' && <ButtonLink to={paths.calls()}>Look at the live calls</ButtonLink>}
    </ErrorNote>
  )
}

const refused = (refusal: Refusal) => <Refused refusal={refusal} />

export function Component() {
  const [{ agent }, setSearch] = useSearch(Search)
  const agentId = agent === '' ? null : agent
  const [number, setNumber] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [confirming, setConfirming] = useState(false)
  const { agent: chosen, readiness } = useAgentReadiness(agentId)
  const may = useMay('callSend')
  const send = useCommand('callSend')
  const navigate = useNavigate()

  const errors = attempt === 0 ? [] : checkDraft({ agentId, number }, readiness)
  const errorOf = (name: string) => errors.find((error) => error.name === name)?.message
  const typed = readTypedNumber(number)
  const toNumber = typed.ok ? typed.e164 : ''
  const grouped = groupNumber(toNumber)
  const time = useLocalTime(toNumber || null)
  const agentName = chosen.data?.name ?? 'the agent'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (checkDraft({ agentId, number }, readiness).length > 0) return setAttempt((before) => before + 1)
    send.reset()
    setConfirming(true)
  }

  return (
    <Page narrow>
      <PageHeader title="Place a call" back={{ to: paths.calls(), label: 'Live calls' }} />
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormSummary errors={errors} attempt={attempt} outcome="No call was placed." />
        <Section title="Who calls whom">
          <div className="flex flex-col gap-4">
            <AgentPicker
              name="agentId"
              agentId={agentId}
              onChange={(next) => setSearch({ agent: next ?? '' }, { replace: true })}
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
            <TextField
              name="toNumber"
              label="Number to call"
              mono
              inputMode="tel"
              value={number}
              onChange={setNumber}
              hint={<NumberFacts typed={number} />}
              error={errorOf('toNumber')}
            />
          </div>
        </Section>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" icon={PhoneOutgoing} disabledReason={may.reason}>
            {toNumber === '' ? 'Place the call' : `Call ${grouped}`}
          </Button>
          <ButtonLink to={paths.calls()} variant="ghost">
            Back to the live calls
          </ButtonLink>
        </div>
      </form>
      <Confirm
        open={confirming}
        onClose={() => setConfirming(false)}
        title={`Call ${grouped} now?`}
        safe="Keep editing"
        action={`Call ${grouped}`}
        run={(key) => send.run({ body: { agentId: agentId ?? '', toNumber }, key })}
        refused={refused}
        disabledReason={
          send.refusal?.data.sent === 'unknown' &&
          'It is not known whether this call was placed. That has to be settled first.'
        }
        onDone={({ roomName }) => {
          notify({ title: `Calling ${grouped}.`, text: `${agentName} is on the line.` })
          void navigate(roomName === '' ? paths.calls() : paths.call(roomName))
        }}
      >
        <p>
          <b>{agentName}</b> calls
          {chosen.data?.phoneNumber ? (
            <>
              {' '}
              from <span className="mono whitespace-nowrap">{groupNumber(chosen.data.phoneNumber)}</span>
            </>
          ) : null}
          . A call that rings cannot be taken back.
        </p>
        {time && (
          <p>
            It is {time.text} there now.{time.late && <b> That is early or late for a call.</b>}
          </p>
        )}
      </Confirm>
    </Page>
  )
}
