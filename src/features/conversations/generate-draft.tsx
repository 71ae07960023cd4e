/** Lets the agent draft a message to the customer. It waits for review: nothing is sent. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { messageFlowsRead } from '#components/agents/agent-name.tsx'
import { flowsRead } from '#components/agents/use-readiness.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { type Conversation, fitsWords, type Refusal } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { recipientOf } from './recipient.ts'

/** What the service may generate by: its message flows, and where it has none of these, its flows. */
interface Choice {
  id: string
  name: string
  /** Where it writes; '' where nobody says. */
  channel: string
}

function useChoices(open: boolean) {
  const has = useSession().extensions['message-flows'] === true
  const messageFlows = useRead({ ...messageFlowsRead, enabled: open && has })
  const flows = useRead({ ...flowsRead, enabled: open && !has })
  const all: (Choice & { isActive: boolean })[] = has
    ? (messageFlows.data ?? []).map(({ _id, messageChannel, ...rest }) => ({
        ...rest,
        id: _id,
        channel: messageChannel,
      }))
    : (flows.data?.flows ?? []).map((flow) => ({ ...flow, channel: '' }))
  return {
    choices: all.filter(({ isActive }) => isActive || !has),
    /** Why the flow of a conversation is not chosen for it; '' where it is. */
    whyNot: (id: string | null): string => {
      if (id === null || all.length === 0) return ''
      const one = all.find((flow) => flow.id === id)
      if (!one) return has ? 'The flow of this conversation is for calls. Choose a message flow.' : ''
      return one.isActive || !has
        ? ''
        : `The flow of this conversation, “${one.name || one.id}”, is not active. Choose another.`
    },
    refusal: has ? messageFlows.refusal : flows.refusal,
  }
}

const notDrafted = (refusal: Refusal) => (
  <ErrorNote
    words={
      refusal.code === 'not_offered'
        ? { happened: 'This service does not offer it.', sent: 'Nothing was sent.' }
        : refusalWords(refusal, true)
    }
  />
)

export function GenerateDraft({ conversation }: { conversation: Conversation }) {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Choice | null | undefined>(undefined)
  const { extensions } = useSession()
  const may = usePermission('messageGenerate')
  const { run } = useCommand('messageGenerate')
  const navigate = useNavigate()
  const { choices: known, whyNot, refusal } = useChoices(open)
  const { customer, pathwayId } = conversation
  const flow = chosen === undefined ? (known.find(({ id }) => id === pathwayId) ?? null) : chosen
  const recipient = recipientOf(customer, flow?.channel ?? '')
  const to = recipient.ok ? recipient.to : ''
  if (!extensions.conversations) return null
  return (
    <>
      <Button disabledReason={may.reason || (!recipient.ok && recipient.problem)} onClick={() => setOpen(true)}>
        Draft a message
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Let the agent draft a message to ${customer.name || to}?`}
        safe="Keep it as it is"
        action="Draft 1 message"
        disabledReason={flow === null && 'Choose a flow first.'}
        run={(key) => run({ body: { flowId: flow?.id ?? '', to, autopilot: false }, key })}
        onDone={({ conversation_id: id }) => {
          setOpen(false)
          const elsewhere = id !== '' && id !== conversation._id
          notify({
            title: 'The draft waits for review. Nothing was sent.',
            ...(elsewhere && {
              text: 'It stands in another conversation with this customer: the one with the agent of that flow.',
              action: { label: 'Open it', onClick: () => void navigate(paths.conversation(id)) },
            }),
          })
        }}
        refused={notDrafted}
      >
        <div className="flex flex-col gap-3">
          <p>
            To {to.startsWith('+') ? <PhoneNumber number={to} country="name" /> : to}. The draft waits for review;
            nothing goes out before somebody approves it.
          </p>
          <Combobox
            label="Flow"
            hint={(chosen === undefined && whyNot(pathwayId)) || 'Its prompt and its agent decide what is written.'}
            items={known}
            value={flow}
            onChange={setChosen}
            textOf={({ name, id }) => name || id}
            keyOf={({ id }) => id}
            fits={fitsWords}
            none={refusal ? refusalWords(refusal).happened : 'No flow has this name.'}
            placeholder="Type a name"
          />
        </div>
      </Confirm>
    </>
  )
}
