/** People who asked for another call, or for a person: who calls them, and what came of it. */
import PhoneForwarded from 'lucide-react/icons/phone-forwarded'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { BatchOfCall } from '#components/calls/batch-of-call.tsx'
import { OutcomeLabel } from '#components/calls/outcome/outcome-label.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { type CallBack, callBackNoteLength, Refusal } from '#contract/index.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Moment, Usual } from '#kit/list/cells.tsx'
import { type ListDefinition, type ListState, queried } from '#kit/list/definition.ts'
import { List } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { groupNumber } from '#phone/group.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { MarkedText } from '#ui/text/visible-text.tsx'
import { dayAndTime } from '#ui/time/format-time.ts'
import { Ago, TimeWithDay } from '#ui/time/time.tsx'

const Person = ({ call: { roomName, customerName, phone, line, at } }: { call: CallBack }) => {
  const name = customerName || groupNumber(phone) || roomName
  return (
    <>
      <RowLink to={paths.call(roomName)} aria-label={`${name}, ${dayAndTime(at)}`}>
        {name}
      </RowLink>{' '}
      {customerName !== '' && (
        <span className="hidden text-label font-normal text-muted @xl:inline">
          <PhoneNumber number={phone} hidden="Number not shown" />
        </span>
      )}
      {line !== '' && (
        <p className="line-clamp-2 pb-1 text-label font-normal break-words whitespace-normal text-soft">
          “<MarkedText text={line} />”
        </p>
      )}
    </>
  )
}

/** Who calls the person, or has called them. On a phone, the wait of those whom nobody has taken. */
function Work({ work, at: askedAt }: CallBack) {
  const myId = useMyId()
  if (work === null)
    return (
      <>
        <span className="@xl:hidden">
          <Ago at={askedAt} />
        </span>
        <Usual>To do</Usual>
      </>
    )
  const { state, operator, operatorId, at, note } = work
  return (
    <>
      <StatusLabel
        state={state === 'done' ? 'done' : 'waiting'}
        label={`${state === 'done' ? 'Done' : 'Taken'} by ${operatorId === myId ? 'you' : operator}`}
      />{' '}
      <span className="text-label text-muted">
        <TimeWithDay at={at} />
      </span>
      {note !== '' && (
        <p className="line-clamp-2 pb-1 text-label break-words whitespace-normal">
          <MarkedText text={note} />
        </p>
      )}
    </>
  )
}

interface DoneFormProps {
  call: CallBack
  note: string
  onNote: (note: string) => void
  onClose: () => void
}

/** The form that marks a call-back as done. */
function DoneForm({ call: { roomName, work }, note, onNote, onClose }: DoneFormProps) {
  const { run, isPending, refusal } = useCommand('callBackChange')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    run({ params: { roomName }, body: { state: 'done', note, seenAt: work?.at ?? null } }).then(
      () => {
        notify({ title: 'Marked as done' })
        onNote('')
        onClose()
      },
      (problem: unknown) => {
        // The form shows the refusal.
        if (!(problem instanceof Refusal)) throw problem
      },
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextArea
        label="What came of it"
        name="note"
        optional
        maxLength={callBackNoteLength}
        value={note}
        onChange={onNote}
      />
      {refusal && <ErrorNote text={refusalText(refusal, true)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          Mark as done
        </Button>
      </div>
    </form>
  )
}

function Actions({ call, onDone }: { call: CallBack; onDone: (call: CallBack) => void }) {
  const { roomName, work } = call
  const { reason } = usePermission('callBackChange')
  const { run, isPending } = useCommand('callBackChange')
  const isMine = work?.operatorId === useMyId()
  const change = (state: 'open' | 'taken') =>
    void run({ params: { roomName }, body: { state, seenAt: work?.at ?? null } }).catch(notifyRefusal)
  const button = (label: string, state: 'open' | 'taken') => (
    <Button size="small" pending={isPending} disabledReason={reason} onClick={() => change(state)}>
      {label}
    </Button>
  )
  if (work?.state === 'done') return button('Reopen', 'open')
  if (!isMine) return button(work ? 'Take over' : 'Take', 'taken')
  return (
    <span className="flex gap-1">
      {button('Give back', 'open')}
      <Button size="small" disabledReason={reason} onClick={() => onDone(call)}>
        Done…
      </Button>
    </span>
  )
}

const states = [
  { value: 'open', label: 'To do' },
  { value: 'done', label: 'Done' },
] as const

/** The list. The gateway filters it; those who have waited longest come first. @param onDone somebody is done with a call-back */
export const callBackList = (onDone: (call: CallBack) => void = () => {}): ListDefinition<CallBack> => ({
  noun: ['call-back', 'call-backs'],
  columns: [
    { id: 'customer', header: 'Customer', cell: (call) => <Person call={call} /> },
    {
      id: 'asked',
      header: 'Asked',
      narrow: 'state',
      cell: ({ outcome, source }) => <OutcomeLabel outcome={outcome} source={source} />,
    },
    { id: 'when', header: 'When', cell: ({ at }) => <Moment at={at} /> },
    {
      id: 'agent',
      header: 'Agent',
      cell: ({ agentName }) => agentName || <span className="text-muted">Unknown</span>,
    },
    { id: 'batch', header: 'Batch', cell: (call) => <BatchOfCall {...call} /> },
    { id: 'state', header: 'Status', narrow: 'meta', cell: (call) => <Work {...call} />, filter: { choices: states } },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      narrow: 'age',
      cell: (call) => <Actions call={call} onDone={onDone} />,
    },
  ],
  rowKey: ({ roomName }) => roomName,
  isDimmed: ({ work }) => work?.state === 'done',
})

/** The call-backs that an address of the list shows. */
export function callBackRead(state: ListState) {
  const chosen = queried(callBackList(), state).filterBy('state')
  return read('callBackList', {
    query: { page: state.page, state: states.find(({ value }) => value === chosen)?.value },
  })
}

export function CallBacks() {
  // Not in its row: the note outlasts that somebody else takes the call-back over, or that it moves to another page.
  const [finishing, setFinishing] = useState<CallBack | null>(null)
  // By room: a dialog that was closed by mistake has its note when it is opened again.
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const list = callBackList(setFinishing)
  const [state, change] = useListState(list)
  const query = useRead(callBackRead(state))
  const { filterBy } = queried(list, state)
  const empty =
    filterBy('state') === 'done' ? (
      <EmptyState icon={PhoneForwarded} title="No call-back is done yet">
        Call-backs that somebody marks as done appear here.
      </EmptyState>
    ) : (
      <EmptyState icon={PhoneForwarded} title="Nobody waits for a call">
        People who ask an agent to call back later, or to speak with a person, appear here until somebody has called
        them.
      </EmptyState>
    )
  return (
    <>
      <List
        list={list}
        caption="To call back"
        icon={PhoneForwarded}
        state={state}
        onChange={change}
        query={{ ...query, data: query.data && { items: query.data.calls, pagination: query.data.pagination } }}
        first={empty}
        notFound={empty}
      />
      <Dialog open={finishing !== null} onClose={() => setFinishing(null)} title="Mark as done" width="small">
        {finishing && (
          <DoneForm
            call={finishing}
            note={notes[finishing.roomName] ?? ''}
            onNote={(note) => setNotes((before) => ({ ...before, [finishing.roomName]: note }))}
            // The answer may come when the dialog shows another call-back.
            onClose={() => setFinishing((shown) => (shown?.roomName === finishing.roomName ? null : shown))}
          />
        )}
      </Dialog>
    </>
  )
}
