/**
 * One row tried on a number of the operator's own before the start: a single call of the service has no variables, so it is a batch of
 * this one row, started as every other.
 */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { callsRefused } from '#components/agents/readiness.ts'
import { useAgentReadiness } from '#components/agents/use-readiness.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { groupNumber } from '#phone/group.ts'
import { writeRecipients } from '#recipients/file/write.ts'
import type { Recipient } from '#recipients/read.ts'
import type { Summary } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { NumberField, TextField } from '#ui/forms/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { number } from '#ui/text/format-number.ts'
import { nameOf } from '../state/batch-name.ts'
import type { Launch } from '../state/launch.ts'
import { changeOwnTest, useOwnTest } from '../state/own-test.ts'
import { OwnCall } from './own-call.tsx'
import { useCall } from './use-call.ts'

const longestName = 200

/** The file of a test: the row's cells under the names that are sent, and another number. */
const fileOf = ({ names }: Summary, { values }: Recipient, to: string): Blob =>
  new Blob([writeRecipients({ names, recipients: [{ phone_number: to, values }] })], { type: 'text/csv' })

interface Props {
  launch: Launch
  file: Summary
  /** Which call of the list is shown, from 1; not given: it is chosen here. */
  shown?: number
}

export function TryOnOneself({ launch, file, shown }: Props) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState<number | null>(1)
  const { recipient, isRead } = useCall(launch, file, shown ?? wanted)
  const { number: typed, last } = useOwnTest()
  const { reason } = usePermission('launchStart')
  const { run } = useCommand('launchStart')
  const { agent, readiness } = useAgentReadiness(launch.agentId)
  const to = readTypedNumber(typed)
  const reasons = [
    reason,
    launch.agentId === null
      ? 'Choose the agent that makes the calls.'
      : readiness
        ? callsRefused(readiness)
        : 'The agent is still being checked.',
    typed.trim() === '' ? 'Enter your own number first.' : '',
    launch.pendingOperations > 0 || !recipient || !isRead ? 'The rows are still being checked.' : '',
  ]
  const test = last?.turn === launch.turn ? last : null
  const start = async (key: string) => {
    if (!to.ok || !recipient || !isRead) return null
    const upload = {
      agentId: launch.agentId ?? '',
      name: `Test of ${nameOf(launch).trim() || 'a list'}`.slice(0, longestName),
      test: '1' as const,
    }
    return run({ upload, file: fileOf(file, recipient, to.e164), key })
  }
  return (
    <Section title="Try it on yourself" facts={test && `with row ${number(test.row)}`}>
      <div className="flex flex-col gap-3">
        <p className="text-soft">
          The agent calls you with the values of one row. Nobody on the list is called, and later lists do not show you
          as called.
        </p>
        <TextField
          type="tel"
          label="Your own number"
          hint="Forgotten when you close or reload this page."
          value={typed}
          error={typed.trim() !== '' && !to.ok && typed.length > 4 ? to.problem : undefined}
          onChange={(next) => changeOwnTest({ number: next })}
        />
        {shown === undefined && (
          <NumberField label="Call of the list" value={wanted} onChange={setWanted} min={1} max={file.counts.valid} />
        )}
        <div>
          <Button
            disabledReason={reasons.filter((one) => one !== '').join(' ') || (!to.ok && to.problem)}
            onClick={() => setOpen(true)}
          >
            {recipient && isRead ? `Call me with row ${number(recipient.row)}` : 'Call me'}
          </Button>
        </div>
        {test && (
          <div className="flex flex-col gap-3 border-t border-line pt-3">
            <OwnCall key={test.batchId} batchId={test.batchId} agentName={test.agentName} />
            <p className="text-label">
              <Link to={paths.batch(test.batchId)}>Open this test</Link>
            </p>
          </div>
        )}
      </div>
      {to.ok && recipient && (
        <Confirm
          open={open}
          onClose={() => setOpen(false)}
          title={`Call ${groupNumber(to.e164)} now?`}
          safe="Cancel"
          action="Call me"
          run={start}
          onDone={(started) => {
            setOpen(false)
            if (started === null) return
            const { batchId } = started
            changeOwnTest({
              last: { batchId, turn: launch.turn, row: recipient.row, agentName: agent.data?.name ?? null },
            })
          }}
        >
          <p>
            Agent <em className="font-medium not-italic">{agent.data?.name}</em> calls{' '}
            <PhoneNumber number={to.e164} country="name" /> with the values of row {number(recipient.row)}. Make sure
            that this number is your own.
          </p>
        </Confirm>
      )}
    </Section>
  )
}
