/** The stop switch: everybody sees whether changes are stopped, administrators stop them and allow them again. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { load, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { latestBatchesRead } from '#api/status.ts'
import { StopBatchesButton } from '#components/batches/stop-batches-button.tsx'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { Time } from '#ui/time/time.tsx'

export const stopLoader = () => load(latestBatchesRead)

const refused =
  'Nobody in any workspace can place or take over calls, start batches, decide about or draft messages, or change agents and flows.'
const unaffected = 'Calls and batches that have started go on. You can still cancel batches and end calls.'

function StopChanges() {
  const { reason: mayNot } = usePermission('stopSwitchOn')
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { run } = useCommand('stopSwitchOn')
  const close = () => {
    setOpen(false)
    setReason('')
  }
  return (
    <>
      <Button size="small" variant="danger" disabledReason={mayNot} onClick={() => setOpen(true)}>
        Stop all changes
      </Button>
      <Confirm
        open={open}
        onClose={close}
        title="Stop all changes for everybody?"
        safe="Keep changes allowed"
        action="Stop all changes"
        tone="danger"
        disabledReason={reason.trim() === '' && 'Write a reason first.'}
        run={(key) => run({ body: { reason: reason.trim() }, key })}
        onDone={() => {
          close()
          notify({ title: 'All changes are stopped.', text: unaffected })
        }}
      >
        <p>{refused} This holds until an administrator allows changes again.</p>
        <p>
          {unaffected} Running batches have a stop button of their own on this page. Decisions in their undo window go
          back to the reviewer unsent.
        </p>
        <TextField
          label="Reason"
          hint="Everybody sees it with your name."
          maxLength={200}
          value={reason}
          onChange={setReason}
        />
      </Confirm>
    </>
  )
}

function AllowChanges() {
  const { reason } = usePermission('stopSwitchOff')
  const [open, setOpen] = useState(false)
  const { run } = useCommand('stopSwitchOff')
  return (
    <>
      <Button size="small" disabledReason={reason} onClick={() => setOpen(true)}>
        Allow changes
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title="Allow changes again?"
        safe="Keep changes stopped"
        action="Allow changes"
        run={(key) => run({ key })}
        onDone={() => {
          setOpen(false)
          notify({ title: 'Changes are allowed again.' })
        }}
      >
        <p>
          Everybody can place calls, start batches and decide about messages again. Nothing that was refused is sent.
        </p>
      </Confirm>
    </>
  )
}

export function StopPart() {
  const { stop } = useSession()
  const batches = useRead(latestBatchesRead).data?.batches ?? []
  const who = stop
    ? [
        { term: 'Stopped by', value: stop.operator },
        { term: 'Since', value: <Time at={stop.at} show="day-and-time" /> },
        { term: 'Reason', value: <span className="wrap-anywhere">{stop.reason}</span> },
      ]
    : []
  return (
    <Section
      title="Changes"
      facts={stop ? <Lamp state="failed" word="Stopped" /> : <Lamp state="done" word="Allowed" />}
      actions={stop ? <AllowChanges /> : <StopChanges />}
    >
      <DescriptionList
        facts={[
          ...who,
          { term: 'While stopped', value: refused },
          {
            term: 'Not affected',
            value: (
              <span className="flex flex-col items-start gap-2">
                {unaffected}
                <StopBatchesButton batches={batches} />
              </span>
            ),
          },
        ]}
      />
    </Section>
  )
}
