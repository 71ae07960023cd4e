/** End call and Take over: drawn only where the service offers them (interface 7), and only while the call goes on. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useSession } from '#api/session.ts'
import type { ActiveCall } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { useHeadingAfter } from '#kit/page/heading-focus.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { visible } from '#ui/text/visible-text.tsx'

/** What a person calls the other side. */
const customerOf = ({ customerName }: ActiveCall, number: string) => customerName || number

function EndCall({ call, number }: { call: ActiveCall; number: string }) {
  const [open, setOpen] = useState(false)
  const may = usePermission('activeCallEnd')
  const end = useCommand('activeCallEnd')
  const customer = customerOf(call, number)
  return (
    <>
      <Button variant="danger" disabledReason={may.reason} onClick={() => setOpen(true)}>
        End call
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`End the call with ${customer} now?`}
        safe="Let it go on"
        action={`End the call with ${customer}`}
        tone="danger"
        run={(key) => end.run({ params: { roomName: call.roomName }, key })}
        onDone={() => setOpen(false)}
      >
        <p>The line is cut in the middle of what is being said. This cannot be undone.</p>
      </Confirm>
    </>
  )
}

function TakeOver({ call, number }: { call: ActiveCall; number: string }) {
  const [open, setOpen] = useState(false)
  const may = usePermission('activeCallTakeOver')
  const takeOver = useCommand('activeCallTakeOver')
  const agent = call.participants.find(({ isAgent }) => isAgent)
  const reason = may.reason || (agent ? '' : 'No agent is in this call.')
  return (
    <>
      <Button disabledReason={reason} onClick={() => setOpen(true)}>
        Take over
      </Button>
      <Confirm
        open={open && agent !== undefined}
        onClose={() => setOpen(false)}
        title={`Take over from ${call.aiAgentName}?`}
        safe="Leave the agent speaking"
        action={`Mute ${call.aiAgentName}`}
        run={(key) =>
          takeOver.run({
            params: { roomName: call.roomName },
            body: { participantIdentity: agent?.identity ?? '' },
            key,
          })
        }
        onDone={({ message }) => {
          setOpen(false)
          notify({ title: `${call.aiAgentName} is muted.`, text: message })
        }}
      >
        <p>
          The agent is muted at once, and {visible(customerOf(call, number))} hears nobody until a person speaks. Be in
          the room <span className="mono break-all">{call.roomName}</span> with your own phone before you do this:
          Switchboard carries no sound.
        </p>
      </Confirm>
    </>
  )
}

export function CallActions({ call, number }: { call: ActiveCall; number: string }) {
  const { extensions } = useSession()
  useHeadingAfter()
  if (!extensions['active-calls']) return null
  return (
    <>
      <TakeOver call={call} number={number} />
      <EndCall call={call} number={number} />
    </>
  )
}
