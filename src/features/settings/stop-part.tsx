/** The stop switch for all changes. Everybody sees its state. Administrators turn it on and off. */
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
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Time } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

export const stopLoader = () => load(latestBatchesRead)

function StopChanges() {
  const { reason: notAllowed } = usePermission('stopSwitchOn')
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { run } = useCommand('stopSwitchOn')
  const close = () => {
    setOpen(false)
    setReason('')
  }
  return (
    <>
      <Button size="small" variant="danger" disabledReason={notAllowed} onClick={() => setOpen(true)}>
        {texts.stopChanges}
      </Button>
      <Confirm
        open={open}
        onClose={close}
        title="Stop all changes for everyone?"
        cancelLabel={texts.cancel}
        action={texts.stopChanges}
        tone="danger"
        disabledReason={reason.trim() === '' && 'Enter a reason first.'}
        run={(key) => run({ body: { reason: reason.trim() }, key })}
        onDone={() => {
          close()
          notify({ title: 'All changes are stopped.', text: texts.notAffected })
        }}
      >
        <p>{texts.whileStopped} This lasts until an administrator allows changes again.</p>
        <p>
          {texts.notAffected} To stop all batches, use the separate button on this page. Decisions in their undo window
          are not sent. They return to the reviewer.
        </p>
        <TextField
          label={texts.stopReason}
          hint="Everyone sees it with your name."
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
        {texts.allowChanges}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title="Allow changes again?"
        cancelLabel={texts.cancel}
        action={texts.allowChanges}
        run={(key) => run({ key })}
        onDone={() => {
          setOpen(false)
          notify({ title: 'Changes are allowed again.' })
        }}
      >
        <p>
          Everyone can place calls, start batches and review messages again. Requests that were refused are not sent.
        </p>
      </Confirm>
    </>
  )
}

export function StopPart() {
  const { stop } = useSession()
  const batches = useRead(latestBatchesRead).data?.batches ?? []
  const stopFacts = stop
    ? [
        { term: 'Stopped by', value: stop.operator },
        { term: 'Since', value: <Time at={stop.at} show="day-and-time" /> },
        { term: texts.stopReason, value: <span className="wrap-anywhere">{stop.reason}</span> },
      ]
    : []
  return (
    <Section
      title="Changes"
      facts={stop ? <StatusLabel state="failed" label="Stopped" /> : <StatusLabel state="done" label="Allowed" />}
      actions={stop ? <AllowChanges /> : <StopChanges />}
    >
      <DescriptionList
        facts={[
          ...stopFacts,
          { term: 'While stopped', value: texts.whileStopped },
          {
            term: 'Not affected',
            value: (
              <span className="flex flex-col items-start gap-2">
                {texts.notAffected}
                <StopBatchesButton batches={batches} />
              </span>
            ),
          },
        ]}
      />
    </Section>
  )
}
