/**
 * A test call with one row, to one of the operator's own numbers that an administrator has confirmed. It is a batch of one row, because the service's single calls have no variables.
 */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '#api/client.ts'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { cannotCallReason } from '#components/agents/readiness.ts'
import { useAgentReadiness } from '#components/agents/use-readiness.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { BatchCall } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { groupNumber } from '#phone/group.ts'
import { writeRecipients } from '#recipients/file/write.ts'
import type { Recipient } from '#recipients/read.ts'
import type { Summary } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Section } from '#ui/layout/section.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number } from '#ui/text/format-number.ts'
import { Duration } from '#ui/time/time.tsx'
import { CallTranscript } from '../../call-transcript.tsx'
import { callState } from '../../status.ts'
import { nameOf } from '../state/batch-name.ts'
import type { NewBatch } from '../state/new-batch.ts'
import { changeOwnTest, useOwnTest } from '../state/own-test.ts'
import { chooseAgent, rowsBeingChecked } from '../state/texts.ts'
import { useCall } from './use-call.ts'

const pollIntervalMs = 2_000
const hasEnded = ({ status }: BatchCall) => status !== 'waiting' && status !== 'active'

/** @returns null: the service does not list it yet */
async function readTestCall(batchId: string, signal: AbortSignal): Promise<BatchCall | null> {
  const options = { attention: 'visible', signal } as const
  const { data } = await request('batchCallList', { params: { batchId }, query: { limit: 1 } }, options)
  const [call] = data.calls
  if (!call || !hasEnded(call)) return call ?? null
  // The transcript is only in the call itself, which costs one more request.
  return (await request('batchCallShow', { params: { batchId, jobId: call.jobId } }, options)).data
}

/** Follows a test call until it has ended, then shows its transcript. */
function TestCallProgress({ batchId, agentName }: { batchId: string; agentName: string | null }) {
  const { data: call } = useQuery({
    queryKey: ['testCall', batchId],
    queryFn: ({ signal }) => readTestCall(batchId, signal),
    refetchInterval: ({ state: { data } }) => (data && hasEnded(data) ? false : pollIntervalMs),
    staleTime: ({ state: { data } }) => (data && hasEnded(data) ? Number.POSITIVE_INFINITY : 0),
  })
  if (!call) return <p className="text-muted">Calling you…</p>
  const { state, label } = callState(call.status)
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-baseline gap-x-2" aria-live="polite">
        <StatusLabel state={state} label={call.status === 'waiting' ? 'Waiting for a free line' : label} />
        {call.error && <span className="text-label text-muted">{call.error}</span>}
        {hasEnded(call) && (
          <span className="text-label text-muted">
            <Duration seconds={call.duration} none="" />
          </span>
        )}
      </p>
      {call.status !== 'waiting' && <CallTranscript call={call} agentName={agentName} />}
    </div>
  )
}

const maxNameLength = 200
const accountRead = read('accountShow')

/** The file of a test: the cells of one row with another phone number. */
const testFileOf = ({ names }: Summary, { values }: Recipient, phoneNumber: string): Blob =>
  new Blob([writeRecipients({ names, recipients: [{ phone_number: phoneNumber, values }] })], { type: 'text/csv' })

interface Props {
  newBatch: NewBatch
  file: Summary
  /** Position of the call to test, from 1. */
  callNumber?: number
}

export function TestCall({ newBatch, file, callNumber = 1 }: Props) {
  const [open, setOpen] = useState(false)
  const { recipient, isCurrent } = useCall(newBatch, file, callNumber)
  const { numberId, last } = useOwnTest()
  const { data: account, refusal } = useRead(accountRead)
  const { reason } = usePermission('launchStart')
  const { run } = useCommand('launchStart')
  const { agent, readiness } = useAgentReadiness(newBatch.agentId)
  const numbers = account?.numbers.filter(({ confirmedBy }) => confirmedBy !== null) ?? []
  const own = numbers.find(({ id }) => id === numberId) ?? numbers[0]
  const noNumberReason = account
    ? 'You have no confirmed number yet.'
    : (refusal?.message ?? 'Your account is still loading.')
  const reasons = [
    reason,
    newBatch.agentId === null
      ? chooseAgent
      : readiness
        ? cannotCallReason(readiness)
        : 'The agent is still being checked.',
    own ? '' : noNumberReason,
    newBatch.pendingOperations > 0 || !recipient || !isCurrent ? rowsBeingChecked : '',
  ]
  const test = last?.readingNumber === newBatch.readingNumber ? last : null
  const startTest = async (key: string) => {
    if (!own || !recipient || !isCurrent) return null
    const upload = {
      agentId: newBatch.agentId ?? '',
      name: `Test of ${nameOf(newBatch).trim() || 'a new batch'}`.slice(0, maxNameLength),
      test: '1' as const,
      fileRows: newBatch.origin ? undefined : String(recipient.row),
    }
    return run({ upload, file: testFileOf(file, recipient, own.number), key })
  }
  return (
    <Section title="Test call" facts={test && `with row ${number(test.row)}`}>
      <div className="flex flex-col gap-3">
        <p className="text-soft">
          The agent calls you with the values of one row. Nobody in the file is called, and later batches do not count
          you as called.
        </p>
        {account && !own && (
          <p>
            Test calls go to your own numbers that an administrator has confirmed. Save one in{' '}
            <Link to={paths.settings('account')}>your account</Link>, then ask an administrator to confirm it.
          </p>
        )}
        {own && (
          <Select
            label="Your own number"
            value={own.id}
            options={numbers.map((one) => ({ value: one.id, label: groupNumber(one.number) }))}
            onChange={(next) => changeOwnTest({ numberId: next })}
          />
        )}
        <div>
          <Button disabledReason={reasons.filter((text) => text !== '').join(' ')} onClick={() => setOpen(true)}>
            Call me{recipient && isCurrent && ` with row ${number(recipient.row)}`}
          </Button>
        </div>
        {test && (
          <div className="flex flex-col gap-3 border-t border-line pt-3">
            <TestCallProgress key={test.batchId} batchId={test.batchId} agentName={test.agentName} />
            <p className="text-label">
              <Link to={paths.batch(test.batchId)}>Open this test</Link>
            </p>
          </div>
        )}
      </div>
      {own && recipient && (
        <Confirm
          mayBeReal
          open={open}
          onClose={() => setOpen(false)}
          title={`Call ${groupNumber(own.number)} now?`}
          cancelLabel="Cancel"
          action="Call me"
          run={startTest}
          onDone={(started) => {
            setOpen(false)
            if (started === null) return
            const { batchId } = started
            changeOwnTest({
              last: {
                batchId,
                readingNumber: newBatch.readingNumber,
                row: recipient.row,
                agentName: agent.data?.name ?? null,
              },
            })
          }}
        >
          <p>
            Agent <em className="font-medium not-italic">{agent.data?.name}</em> calls{' '}
            <PhoneNumber number={own.number} country="name" /> with the values of row {number(recipient.row)}.
          </p>
        </Confirm>
      )}
    </Section>
  )
}
