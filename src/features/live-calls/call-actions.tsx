/** The buttons "End call" and "Mute agent…", shown for a call in progress if the service supports them (interface 7). */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useSession } from '#api/session.ts'
import type { ActiveCall } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { useFocusHeadingOnUnmount } from '#kit/page/heading-focus.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import * as texts from './texts.tsx'

/** The customer's name, or else their number, for the texts of the dialogs. */
const customerOf = ({ customerName }: ActiveCall, number: string) => customerName || number || 'the customer'

/** A key opens the dialog, or shows why it cannot. */
function openOrExplain(reason: string, setOpen: (open: boolean) => void): void {
  if (reason) notify({ title: reason })
  else setOpen(true)
}

function EndCall({ call, number }: { call: ActiveCall; number: string }) {
  const [open, setOpen] = useState(false)
  const permission = usePermission('activeCallEnd')
  const end = useCommand('activeCallEnd')
  useShortcut('calls.end', () => openOrExplain(permission.reason, setOpen))
  const customer = customerOf(call, number)
  return (
    <>
      <Button
        variant="danger"
        disabledReason={permission.reason}
        aria-keyshortcuts="Shift+E"
        onClick={() => setOpen(true)}
      >
        {texts.endCall}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`End the call with ${customer}?`}
        cancelLabel="Keep the call"
        action={`End the call with ${customer}`}
        tone="danger"
        run={(key) => end.run({ params: { roomName: call.roomName }, key })}
        onDone={() => setOpen(false)}
      >
        <p>The call ends immediately, even if someone is speaking. This cannot be undone.</p>
      </Confirm>
    </>
  )
}

function TakeOver({ call, number }: { call: ActiveCall; number: string }) {
  const [open, setOpen] = useState(false)
  const permission = usePermission('activeCallTakeOver')
  const takeOver = useCommand('activeCallTakeOver')
  const agent = call.participants.find(({ isAgent }) => isAgent)
  const agentName = call.aiAgentName || 'the agent'
  const customer = visible(customerOf(call, number))
  const reason = permission.reason || (agent ? '' : 'There is no agent in this call.')
  useShortcut('calls.takeOver', () => openOrExplain(reason, setOpen))
  return (
    <>
      <Button disabledReason={reason} aria-keyshortcuts="Shift+T" onClick={() => setOpen(true)}>
        {texts.takeOver}
      </Button>
      <Confirm
        open={open && agent !== undefined}
        onClose={() => setOpen(false)}
        title={`Mute ${agentName}?`}
        cancelLabel="Cancel"
        action={`Mute ${agentName}`}
        run={(key) =>
          takeOver.run({
            params: { roomName: call.roomName },
            body: { participantIdentity: agent?.identity ?? '' },
            key,
          })
        }
        onDone={({ message }) => {
          setOpen(false)
          notify({ title: `${call.aiAgentName || 'The agent'} is muted.`, text: message })
        }}
      >
        <p>
          Switchboard carries no sound, so you cannot speak from this page. First join the room{' '}
          <span className="mono break-all">{call.roomName}</span> in your telephone system, and make sure that you hear{' '}
          {customer}. Then mute the agent here: it is silent at once, and {customer} hears nobody until you speak. The
          service offers no way to let the agent speak again.
        </p>
      </Confirm>
    </>
  )
}

export function CallActions({ call, number }: { call: ActiveCall; number: string }) {
  const { extensions } = useSession()
  useFocusHeadingOnUnmount()
  if (!extensions['active-calls']) return null
  return (
    <>
      <TakeOver call={call} number={number} />
      {/* On a phone, not alone below the others. */}
      <span className="max-sm:order-first">
        <EndCall call={call} number={number} />
      </span>
    </>
  )
}

/** Where the buttons were when the call ended, so that the one beside them stays under the pointer. */
export function PlaceOfCallActions() {
  const { extensions } = useSession()
  if (!extensions['active-calls']) return null
  return (
    <span className="invisible contents">
      <Button>{texts.takeOver}</Button>
      <Button>{texts.endCall}</Button>
    </span>
  )
}
