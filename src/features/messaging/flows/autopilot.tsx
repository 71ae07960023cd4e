/** Shows whether the messages of a flow wait for review, and turns autopilot on and off. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { AutopilotBadge } from '#components/agents/agent-name.tsx'
import { useUpdate } from '#components/records/record-saving.ts'
import { type MessageFlow, Refusal } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { missingIdReason, usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { replacementBody } from '../shared/flat-record.ts'
import { messageFlowRead } from './form.ts'
import * as texts from './texts.tsx'

/** The body that sets autopilot and keeps every other field; {} if autopilot already has this value. */
const withAutopilot = (flow: MessageFlow, autopilot: boolean): object =>
  flow.autopilot === autopilot ? {} : { ...replacementBody(flow), autopilot }

function useAutopilot({ _id: messageFlowId }: MessageFlow) {
  const { run } = useCommand('messageFlowReplace')
  return useUpdate<MessageFlow, boolean, object, 'autopilot'>({
    read: messageFlowRead(messageFlowId),
    changesOf: withAutopilot,
    restoration: null,
    isChanged: () => false,
    send: (body, options) => run({ params: { messageFlowId }, body: body as MessageFlow, ...options }),
    notApplied: (sent, response) => ((sent as MessageFlow).autopilot === response.autopilot ? [] : ['autopilot']),
  })
}

export function AutopilotSection({ flow }: { flow: MessageFlow }) {
  const permission = usePermission('messageFlowReplace')
  const save = useAutopilot(flow)
  const [isConfirming, setIsConfirming] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const name = flow.name || flow._id
  const disabledReason = permission.reason || missingIdReason(flow._id)

  const notifySaved = (isOn: boolean, isApplied: boolean) =>
    notify(
      isApplied
        ? { title: isOn ? `“${name}” now sends without review.` : `Messages from “${name}” now wait for review.` }
        : {
            ...(isOn
              ? {
                  title: `The service did not turn on autopilot for “${name}”.`,
                  text: 'Its messages still wait for review.',
                }
              : {
                  title: `The service did not turn off autopilot for “${name}”.`,
                  text: 'Its messages may still be sent without review.',
                }),
            tone: 'danger',
          },
    )
  const change = async (isOn: boolean) => {
    const saved = await save(isOn, null)
    if (saved?.kind === 'saved') notifySaved(isOn, saved.notApplied.length === 0)
    return saved
  }
  const turnOff = () => {
    setIsPending(true)
    setRefusal(null)
    change(false)
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        setRefusal(error)
      })
      .finally(() => setIsPending(false))
  }

  return (
    <Section
      title="Review"
      actions={
        flow.autopilot ? (
          <Button size="small" pending={isPending} disabledReason={disabledReason} onClick={turnOff}>
            Turn off autopilot
          </Button>
        ) : (
          <Button size="small" disabledReason={disabledReason} onClick={() => setIsConfirming(true)}>
            {texts.turnAutopilotOn}
          </Button>
        )
      }
    >
      {flow.autopilot ? (
        <p>
          <AutopilotBadge flow={flow} />{' '}
          {flow.isActive
            ? 'Autopilot is on. Messages from this flow are sent to the customer immediately. Nobody reviews them first.'
            : 'Autopilot is on, but the flow is inactive and writes no messages. Once you activate it, its messages are sent without review.'}
        </p>
      ) : (
        <p className="text-soft">
          Autopilot is off. Messages from this flow wait in <Link to={paths.review()}>Review</Link> until someone
          approves them.
        </p>
      )}
      {refusal && <ErrorNote text={refusalText(refusal, true)} />}
      <Confirm
        mayBeReal
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={`Let “${name}” send without review?`}
        cancelLabel="Cancel"
        action={texts.turnAutopilotOn}
        tone="danger"
        run={() => change(true)}
        onDone={() => setIsConfirming(false)}
      >
        <p>
          From then on, every message from this flow is sent to the customer immediately. Nobody reviews it first, and a
          sent message cannot be recalled.
        </p>
        <p>Drafts that are already waiting for review stay in the queue.</p>
      </Confirm>
    </Section>
  )
}
