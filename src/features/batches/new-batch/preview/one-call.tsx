/** A preview of one call: the person, their local time, and what the agent will say. */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { placeOf } from '#calling-hours/people.ts'
import { AgentPicker } from '#components/agents/agent-picker.tsx'
import { type FlowText, textsOf, variablesInWords } from '#components/agents/call-variables.ts'
import { FilledText } from '#components/agents/filled-text.tsx'
import { useAgentReadiness } from '#components/agents/use-readiness.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { splitVariables } from '#flow-engine/variables.ts'
import type { Recipient } from '#recipients/read.ts'
import type { Summary } from '#recipients/worker/protocol.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { NumberField } from '#ui/forms/text-field.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { number } from '#ui/text/format-number.ts'
import { useMissingVariables } from '../rows/use-missing-variables.ts'
import type { NewBatch } from '../state/new-batch.ts'
import { dispatch } from '../state/new-batch-store.ts'
import { LocalClock } from './local-clock.tsx'
import { useCall } from './use-call.ts'

/** Shown in place of a variable without a value. */
const missingVariable = (name: string, hasColumn: boolean) => `{${name}: ${hasColumn ? 'empty' : 'no column'}}`

function AgentTexts({ flowTexts, recipient }: { flowTexts: readonly FlowText[]; recipient: Recipient }) {
  const values = { ...recipient.values, phone_number: recipient.phone_number }
  return (
    <dl className="flex flex-col gap-3">
      {flowTexts.map(({ title, text }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two steps may have one name
        <div key={index}>
          <dt className="text-label text-muted">{title}</dt>
          <dd dir="auto" className="reading break-words whitespace-pre-wrap">
            <FilledText pieces={splitVariables(text, values)} missingText={missingVariable} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Facts = ({ recipient: { row, phone_number, values } }: { recipient: Recipient }) => (
  <DescriptionList
    facts={[
      { term: 'Number', value: <PhoneNumber number={phone_number} country="name" /> },
      { term: 'Local time now', value: <LocalClock place={placeOf(phone_number)} /> },
      { term: 'Row of the file', value: number(row) },
      ...Object.entries(values).map(([name, value]) => ({
        term: name,
        value: value || <span className="text-faint">empty</span>,
      })),
    ]}
  />
)

/** Why the preview cannot show what the agent will say. */
function noFlowText(agentId: string | null, isLoaded: boolean): string {
  if (agentId === null) return 'Choose an agent to see what it will say to this person.'
  return isLoaded ? 'This agent has no known flow, so what it will say cannot be shown.' : 'Loading the agent’s flow…'
}

interface Props {
  newBatch: NewBatch
  file: Summary
  /** Position of the shown call, from 1, as typed; null: the field is empty. */
  callNumber: number | null
  setCallNumber: (callNumber: number | null) => void
}

export function OneCall({ newBatch, file, callNumber, setCallNumber }: Props) {
  const calls = file.counts.valid
  const { position, recipient } = useCall(newBatch, file, callNumber)
  const { readiness } = useAgentReadiness(newBatch.agentId)
  const flow = readiness?.flow ?? null
  const flowTexts = flow ? textsOf(flow) : []
  const missing = useMissingVariables(newBatch, file).gaps.filter(({ column }) => column === null)
  return (
    <Section
      title="One call"
      facts={`of ${number(calls)}`}
      actions={
        <>
          <IconButton
            label="Previous call"
            icon={ChevronLeft}
            size="small"
            disabledReason={position === 1 && 'This is the first call.'}
            onClick={() => setCallNumber(position - 1)}
          />
          <div className="w-24">
            <NumberField
              label="Call"
              labelHidden
              value={callNumber}
              onChange={setCallNumber}
              min={1}
              max={calls}
              step={1}
            />
          </div>
          <IconButton
            label="Next call"
            icon={ChevronRight}
            size="small"
            disabledReason={position >= calls && 'This is the last call.'}
            onClick={() => setCallNumber(position + 1)}
          />
        </>
      }
    >
      <div className="@container">
        <div className="grid gap-x-6 gap-y-4 @2xl:grid-cols-2">
          {recipient && <Facts recipient={recipient} />}
          <div className="flex min-w-0 flex-col gap-3">
            <AgentPicker
              label="Agent that makes the calls"
              agentId={newBatch.agentId}
              onChange={(agentId) => dispatch({ type: 'agentChosen', agentId })}
            />
            {missing.length > 0 && (
              <p className="text-label text-danger">
                {`The agent has no value for ${variablesInWords(missing.map(({ name }) => name))}: no column of the file is sent under ${missing.length === 1 ? 'this name' : 'these names'}.`}
              </p>
            )}
            {recipient && flow && <AgentTexts flowTexts={flowTexts} recipient={recipient} />}
            {!flow && <p className="text-label text-muted">{noFlowText(newBatch.agentId, readiness !== null)}</p>}
            {flow && flowTexts.length === 0 && (
              <p className="text-label text-muted">The flow “{flow.name}” has no texts.</p>
            )}
          </div>
        </div>
      </div>
    </Section>
  )
}
