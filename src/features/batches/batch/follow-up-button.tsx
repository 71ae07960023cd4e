/** Prepares a new batch with people of this one, chosen by the outcomes of their calls. */
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import { type CallOutcome, type FollowUp, type FollowUpGroup, pageLimit, Refusal } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/choice.tsx'
import { FieldGroup } from '#ui/forms/field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { plural } from '#ui/text/format-number.ts'
import { ReadAllCalls } from './export-calls.tsx'
import {
  chosenGroups,
  type LeftOutReason,
  leftOutOf,
  partsOf,
  rowsIn,
  selectionOf,
  unreachedOutcomes,
} from './follow-up/follow-up.ts'
import * as texts from './follow-up/texts.ts'
import { useFollowUp } from './follow-up/use-follow-up.ts'
import { type SourceBatch, usePrepare } from './prepare-batch.tsx'

interface GroupsProps {
  label: string
  groups: readonly FollowUpGroup[]
  chosen: ReadonlySet<CallOutcome>
  onToggle: (outcome: CallOutcome, isChosen: boolean) => void
}

const Groups = ({ label, groups, chosen, onToggle }: GroupsProps) =>
  groups.length > 0 && (
    <FieldGroup label={label}>
      {groups.map(({ outcome, rows, guesses }) => (
        <Checkbox
          key={outcome}
          label={`${outcomeLabels[outcome]}, ${plural(rows, 'person', 'people')}`}
          hint={[texts.outcomeHints[outcome], texts.guessed(guesses, rows)].filter(Boolean).join(' ') || undefined}
          checked={chosen.has(outcome) && rows > 0}
          disabledReason={rows === 0 && 'Nobody with this outcome can be called.'}
          onChange={(isChosen) => onToggle(outcome, isChosen)}
        />
      ))}
    </FieldGroup>
  )

/** The rows of a reason in the table of calls, if its filters can show them. */
const addresses: Readonly<Partial<Record<LeftOutReason, string>>> = {
  asked: '?outcome=do_not_call',
  mayHaveAsked: '?outcome=maybe_do_not_call',
  wrongNumber: '?outcome=wrong_number',
  neverCalled: '?status=cancelled',
}

interface LeftOutProps {
  batchId: string
  followUp: FollowUp
  chosen: ReadonlySet<CallOutcome>
  onClose: () => void
}

function LeftOut({ batchId, followUp, chosen, onClose }: LeftOutProps) {
  const { seen, total, areKept } = followUp
  const unseen = total === null ? null : Math.max(0, total - seen)
  const leftOut = leftOutOf(followUp, chosen)
  return (
    <section aria-labelledby="follow-up-left-out" className="flex flex-col gap-1">
      <h3 id="follow-up-left-out" className="text-label font-medium">
        Left out
      </h3>
      {leftOut.length === 0 && !unseen && <p className="text-muted">Nobody.</p>}
      <ul className="flex flex-col gap-0.5">
        {leftOut.map(({ reason, rows, guesses }) => {
          const text = texts.leftOutText(reason, rows, guesses)
          const address = addresses[reason]
          return (
            <li key={reason}>
              {address ? (
                <Link to={address} preventScrollReset onClick={onClose}>
                  {text}
                </Link>
              ) : (
                text
              )}
            </li>
          )
        })}
      </ul>
      {!areKept && (
        <p>
          Switchboard keeps no calls, so it has no rows to call again. Filter the calls below by status to prepare a
          batch with them, or ask an administrator to keep calls (Settings → Data).
        </p>
      )}
      {unseen === null && areKept && (
        <p>The service does not say how many rows the batch has, so some may be missing here.</p>
      )}
      {total !== null && unseen !== null && unseen > 0 && areKept && (
        <div className="flex flex-col items-start gap-1">
          <p>
            {plural(unseen, 'row is', 'rows are')} not included, because Switchboard has not loaded{' '}
            {unseen === 1 ? 'it' : 'them'}. Loading all rows takes{' '}
            {plural(Math.ceil(total / pageLimit.most), 'request', 'requests')}.
          </p>
          <ReadAllCalls batchId={batchId} total={total} />
        </div>
      )}
    </section>
  )
}

interface FormProps {
  batch: SourceBatch
  followUp: FollowUp
  onClose: () => void
}

function Form({ batch, followUp, onClose }: FormProps) {
  const [chosen, setChosen] = useState<ReadonlySet<CallOutcome>>(new Set(unreachedOutcomes))
  const { prepare } = usePrepare(batch)
  const { run, isPending, refusal } = useCommand('batchFollowUp')
  const { unreached, others } = partsOf(followUp.groups)
  const groups = chosenGroups(followUp.groups, chosen)
  const rows = rowsIn(groups)
  const toggle = (outcome: CallOutcome, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(outcome)
    else next.delete(outcome)
    setChosen(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || rows === 0) return
    run({ params: { batchId: batch.batchId }, body: { outcomes: groups.map(({ outcome }) => outcome) } }).then(
      ({ file }) => {
        if (file) prepare(new Blob([file.text]), selectionOf(groups), file.rows)
      },
      (error: unknown) => {
        // The form shows the refusal.
        if (!(error instanceof Refusal)) throw error
      },
    )
  }
  const groupsProps = { chosen, onToggle: toggle }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-muted">
        Choose whom a new batch calls again, with the same agent and the same variables. A mailbox counts as not
        reached, also if the service calls it completed.
      </p>
      <Groups label="Not reached" groups={unreached} {...groupsProps} />
      <Groups label="Others" groups={others} {...groupsProps} />
      <LeftOut batchId={batch.batchId} followUp={followUp} chosen={chosen} onClose={onClose} />
      <p className="text-label text-muted">
        The new batch calls nobody until somebody starts it. Calling rules, such as the hours and who was called before,
        are checked then.
      </p>
      {refusal && <ErrorNote text={refusalText(refusal)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          pending={isPending}
          disabledReason={rows === 0 && 'Choose an outcome first.'}
        >
          {rows === 0 ? 'Prepare batch' : `Prepare a batch with ${plural(rows, 'person', 'people')}`}
        </Button>
      </div>
    </form>
  )
}

function FollowUpForm({ batch, onClose }: Omit<FormProps, 'followUp'>) {
  const query = useFollowUp(batch.batchId)
  return (
    <DataView query={query} loading={<SkeletonText lines={6} label={texts.loading} />}>
      {(followUp) => <Form batch={batch} followUp={followUp} onClose={onClose} />}
    </DataView>
  )
}

/** @param tooEarlyReason why it is too early; '' if it is not */
export function FollowUpButton({ batch, tooEarlyReason }: { batch: SourceBatch; tooEarlyReason: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { reason, otherBatchReason } = usePrepare(batch)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        size="small"
        disabledReason={reason || tooEarlyReason || otherBatchReason}
        onClick={() => setIsOpen(true)}
      >
        Prepare follow-up
      </Button>
      <Dialog open={isOpen} onClose={close} title="Prepare a follow-up batch">
        {isOpen && <FollowUpForm batch={batch} onClose={close} />}
      </Dialog>
    </>
  )
}
