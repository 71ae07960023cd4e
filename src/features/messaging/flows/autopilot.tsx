/** Whether the messages of a flow wait for review, and the switch for it. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { Autopilot } from '#components/agents/agent-name.tsx'
import { sentBack } from '#components/records/flat-record.ts'
import { useUpdate } from '#components/records/record-saving.ts'
import { type MessageFlow, Refusal } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { unnamed, usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { messageFlowRead } from './form.ts'

/** The record as it is now, with autopilot as it is wanted; {} where it is so already. */
const withAutopilot = (flow: MessageFlow, autopilot: boolean): object =>
  flow.autopilot === autopilot ? {} : { ...sentBack(flow), autopilot }

function useAutopilot({ _id: messageFlowId }: MessageFlow) {
  const { run } = useCommand('messageFlowReplace')
  return useUpdate<MessageFlow, boolean, object, 'autopilot'>({
    read: messageFlowRead(messageFlowId),
    changesOf: withAutopilot,
    isChanged: () => false,
    send: (body, key) => run({ params: { messageFlowId }, body: body as MessageFlow, key }),
    notKept: (sent, answer) => ((sent as MessageFlow).autopilot === answer.autopilot ? [] : ['autopilot']),
  })
}

export function AutopilotSection({ flow }: { flow: MessageFlow }) {
  const may = usePermission('messageFlowReplace')
  const save = useAutopilot(flow)
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const name = flow.name || flow._id
  const disabledReason = may.reason || unnamed(flow._id)

  const say = (on: boolean, isKept: boolean) =>
    notify(
      isKept
        ? {
            title: on ? `“${name}” now sends without review.` : `Messages of “${name}” now wait for review.`,
          }
        : {
            title: `The service did not switch autopilot ${on ? 'on' : 'off'} for “${name}”.`,
            text: on ? 'Its messages still wait for review.' : 'Its messages may still go out without review.',
            tone: 'danger',
          },
    )
  const change = async (on: boolean) => {
    const saved = await save(on, null)
    if (saved?.kind === 'saved') say(on, saved.notKept.length === 0)
    return saved
  }
  const switchOff = () => {
    setPending(true)
    setRefusal(null)
    change(false)
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        setRefusal(error)
      })
      .finally(() => setPending(false))
  }

  return (
    <Section
      title="Review"
      actions={
        flow.autopilot ? (
          <Button size="small" pending={pending} disabledReason={disabledReason} onClick={switchOff}>
            Switch autopilot off
          </Button>
        ) : (
          <Button size="small" disabledReason={disabledReason} onClick={() => setAsking(true)}>
            Switch autopilot on
          </Button>
        )
      }
    >
      {flow.autopilot ? (
        <p>
          <Autopilot flow={flow} /> Autopilot is on. What this flow writes goes to the customer at once. Nobody reviews
          it first.
        </p>
      ) : (
        <p className="text-soft">
          Autopilot is off. What this flow writes waits in <Link to={paths.review()}>Review</Link> until somebody
          approves it.
        </p>
      )}
      {refusal && <ErrorNote words={refusalWords(refusal, true)} />}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Let “${name}” send without review?`}
        safe="Keep review"
        action="Switch autopilot on"
        tone="danger"
        run={() => change(true)}
        onDone={() => setAsking(false)}
      >
        <p>
          From then on, every message that this flow writes goes to the customer at once. Nobody reads it first, and a
          message that was sent cannot be called back.
        </p>
        <p>Drafts that already wait in Review stay there.</p>
      </Confirm>
    </Section>
  )
}
