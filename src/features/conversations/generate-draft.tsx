/** Lets the agent draft a message to the customer. The draft waits for review, so nothing is sent. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { useSession } from '#api/session.ts'
import { type FlowOfMessages, useFlowsOfMessages } from '#components/agents/flows-of-messages.ts'
import { recipientOf } from '#components/messages/recipient.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { type Conversation, fitsWords, type Refusal } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import * as texts from './texts.tsx'

/** The flows that can write the draft. @param isOpen whether the operator chooses one */
function useFlowChoices(isOpen: boolean) {
  const { flows, missing, hasMessageFlows, refusal } = useFlowsOfMessages(isOpen)
  return {
    choices: flows.filter(({ isActive }) => isActive || !hasMessageFlows),
    /** Why the flow of a conversation is not preselected; '' if it is. */
    whyNotPreselected: (id: string | null): string => {
      if (id === null || flows.length === 0) return ''
      const flow = flows.find((flow) => flow.id === id)
      if (!flow)
        return missing || (hasMessageFlows ? 'This conversation’s flow is for calls. Choose a message flow.' : '')
      return flow.isActive || !hasMessageFlows
        ? ''
        : `This conversation’s flow, “${flow.name || flow.id}”, is inactive. Choose another one.`
    },
    missing,
    refusal,
  }
}

const refusalNote = (refusal: Refusal) => (
  <ErrorNote text={refusal.code === 'not_offered' ? texts.cannotDraft : refusalText(refusal, true)} />
)

export function GenerateDraft({ conversation }: { conversation: Conversation }) {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<FlowOfMessages | null | undefined>(undefined)
  const { extensions } = useSession()
  const permission = usePermission('messageGenerate')
  const { run } = useCommand('messageGenerate')
  const navigate = useNavigate()
  const { choices: known, whyNotPreselected, missing, refusal } = useFlowChoices(open)
  const { customer, pathwayId } = conversation
  const flow = chosen === undefined ? (known.find(({ id }) => id === pathwayId) ?? null) : chosen
  const recipient = recipientOf(customer, flow?.channel ?? '')
  const to = recipient.ok ? recipient.to : ''
  // Also before it is known whether the service drafts messages: a button that comes later would move what is below.
  if (extensions.conversations === false) return null
  return (
    <>
      <Button disabledReason={permission.reason || (!recipient.ok && recipient.problem)} onClick={() => setOpen(true)}>
        Draft a message
      </Button>
      <Confirm
        mayBeReal
        open={open}
        onClose={() => setOpen(false)}
        title={`Let the agent draft a message to ${customer.name || to}?`}
        cancelLabel="Cancel"
        action="Draft 1 message"
        disabledReason={flow === null && 'Choose a flow first.'}
        run={(key) => run({ body: { flowId: flow?.id ?? '', to, autopilot: false }, key })}
        onDone={({ conversation_id: id }) => {
          setOpen(false)
          const isOtherConversation = id !== '' && id !== conversation._id
          notify({
            title: 'The draft is waiting for review. Nothing was sent.',
            ...(isOtherConversation && {
              text: 'It is in this customer’s conversation with the agent of that flow.',
              action: { label: 'Open conversation', onClick: () => void navigate(paths.conversation(id)) },
            }),
          })
        }}
        renderRefusal={refusalNote}
      >
        <div className="flex flex-col gap-3">
          <p>
            To {to.startsWith('+') ? <PhoneNumber number={to} country="name" /> : to}. The draft will wait for review.
            Nothing is sent until someone approves it.
          </p>
          {flow && <p className="text-soft">{texts.whoDecidesChannel(flow.name || flow.id, flow.channel)}</p>}
          <Combobox
            label="Flow"
            hint={
              (chosen === undefined && whyNotPreselected(pathwayId)) ||
              missing ||
              'The flow’s prompt and agent decide what is written.'
            }
            items={known}
            value={flow}
            onChange={setChosen}
            textOf={({ name, id }) => name || id}
            keyOf={({ id }) => id}
            matches={fitsWords}
            noMatches={refusal ? refusalText(refusal).message : 'No flow has this name.'}
            placeholder="Type a name"
          />
        </div>
      </Confirm>
    </>
  )
}
