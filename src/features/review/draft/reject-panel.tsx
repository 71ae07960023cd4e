/**
 * Asks why a draft is rejected: one of the workspace's reasons, chosen by its number key, and a note. Enter rejects the draft. Shift and
 * Enter also ask the agent for a new draft, with the reason and the note as feedback.
 */
import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { type Conversation, type ReviewRules, reviewRuleLimits } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { digitOf } from '#kit/keyboard/key-press.ts'
import { Button } from '#ui/forms/button.tsx'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { KeyHint } from '#ui/text/kbd.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import * as texts from './texts.tsx'
import { type Redraft, useRedraft } from './use-redraft.ts'

export interface Rejection {
  rejectReason?: string
  rejectNote?: string
  /** Who writes a new draft, and to whom. */
  redraft?: Redraft
}

interface Props {
  conversation: Conversation
  /** The note before the operator writes one. */
  firstNote: string
  /** Why the draft cannot be rejected now; '' if it can. */
  blockedReason: string
  isPending: boolean
  onReject: (rejection: Rejection) => void
  onCancel: () => void
}

export const reviewRulesRead = read('reviewRulesShow')

const noReason = 'none'

/** The option's value is its number key. */
const reasonOptions = ({ rejectReasons }: ReviewRules, hasNoReason: boolean) => [
  ...rejectReasons.map((reason, index) => ({ value: `${index + 1}`, label: `${index + 1} · ${visibleText(reason)}` })),
  ...(hasNoReason ? [{ value: noReason, label: `0 · No reason` }] : []),
]

/** Focuses the chosen reason, or the first one without choosing it: number keys choose one, and Enter rejects. */
function focusReasons(form: HTMLFormElement | null) {
  const reasons = [...(form?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])]
  const focused = reasons.find(({ checked }) => checked) ?? reasons[0]
  focused?.focus()
}

function RejectForm({ rules, ...props }: Props & { rules: ReviewRules }) {
  const { conversation, firstNote, blockedReason, isPending, onReject, onCancel } = props
  const { rejectReasons, isReasonRequired } = rules
  const hasNoReason = !isReasonRequired || rejectReasons.length === 0
  /** null: nothing was chosen yet, so that a key press too many rejects nothing. */
  const [chosen, setChosen] = useState<string | null>(null)
  const [note, setNote] = useState(firstNote)
  const form = useRef<HTMLFormElement>(null)
  const isTooLong = note.trim().length > reviewRuleLimits.noteLength
  const isNothingSaid = chosen === null && note.trim() === ''
  const problem =
    blockedReason ||
    (chosen === null && !hasNoReason && 'Choose a reason.') ||
    (isNothingSaid && 'Choose a reason, or 0 for no reason.') ||
    (isTooLong && texts.noteTooLong(reviewRuleLimits.noteLength)) ||
    ''

  const redraft = useRedraft(conversation)
  const noteHint = texts.noteHint(redraft.isOffered)
  const hasFeedback = (chosen !== null && chosen !== noReason) || note.trim() !== ''
  const redraftProblem =
    blockedReason ||
    redraft.problem ||
    (hasFeedback ? problem : 'Choose a reason or write a note. The agent gets it as feedback.')
  /** Why what the reviewer last asked for by a key was not possible; '' if it was. */
  const [triedProblem, setTriedProblem] = useState('')

  // Focus the reasons when the panel opens, so that number keys choose one and Enter rejects.
  useEffect(() => focusReasons(form.current), [])

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      onCancel()
      return
    }
    if (event.key === 'Enter' && event.shiftKey && redraft.isOffered) {
      event.preventDefault()
      if (!event.repeat) rejectAndRedraft()
      return
    }
    const isInNote = event.target instanceof HTMLInputElement && event.target.type === 'text'
    const digit = isInNote ? null : digitOf(event)
    if (digit === null) return
    const value = digit === '0' ? noReason : digit
    const option = reasonOptions(rules, hasNoReason).find((known) => known.value === value)
    if (!option) return
    event.preventDefault()
    setTriedProblem('')
    setChosen(value)
    form.current?.querySelector<HTMLElement>(`input[value="${value}"]`)?.focus()
  }
  const reject = (redraft?: Redraft) => {
    const rejectReason = rejectReasons[Number(chosen) - 1]
    const rejectNote = note.trim()
    onReject({
      ...(rejectReason !== undefined && { rejectReason }),
      ...(rejectNote !== '' && { rejectNote }),
      ...(redraft && { redraft }),
    })
  }
  const rejectAndRedraft = () => {
    setTriedProblem(redraftProblem)
    if (redraftProblem === '' && !isPending && redraft.value) reject(redraft.value)
    else if (chosen === null) focusReasons(form.current)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTriedProblem(problem)
    if (!problem && !isPending) reject()
    else if (chosen === null) focusReasons(form.current)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the reasons within
    <form
      ref={form}
      aria-label="Reject this draft"
      onSubmit={submit}
      onKeyDown={handleKey}
      noValidate
      className="flex flex-col gap-2 rounded-b-large border-t border-line bg-raised px-3 py-2"
    >
      <SegmentedControl
        label="Reason"
        labelHidden
        value={chosen}
        onChange={(value) => {
          setTriedProblem('')
          setChosen(value)
        }}
        options={reasonOptions(rules, hasNoReason)}
      />
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-44 flex-1">
          <TextField
            label="Note"
            labelHidden
            optional
            placeholder="Note (optional)"
            title={noteHint}
            value={note}
            onChange={setNote}
            spellCheck
            error={isTooLong ? texts.noteTooLong(reviewRuleLimits.noteLength) : null}
          />
        </div>
        <Button variant="ghost" aria-keyshortcuts="Escape" onClick={onCancel}>
          {texts.cancelReject} <KeyHint keys="escape" />
        </Button>
        {redraft.isOffered && (
          <Button
            disabledReason={redraftProblem}
            pending={isPending}
            aria-keyshortcuts="Shift+Enter"
            onClick={rejectAndRedraft}
          >
            {texts.rejectAndRedraft} <KeyHint keys="shift+enter" />
          </Button>
        )}
        <Button type="submit" variant="danger" pending={isPending} disabledReason={problem}>
          Reject draft <KeyHint keys="enter" />
        </Button>
      </div>
      {/* As wide as the bar: beside the buttons, the field has no room for it. */}
      <p className="text-label text-pretty text-muted">{noteHint}</p>
      <output className="text-label text-danger empty:hidden">{triedProblem}</output>
    </form>
  )
}

export function RejectPanel(props: Props) {
  const { data, refusal } = useRead(reviewRulesRead)
  if (data) return <RejectForm {...props} rules={data} />
  return (
    <div className="flex flex-col gap-2 border-t border-line bg-raised px-3 py-3">
      {refusal ? <ErrorNote text={refusalText(refusal)} /> : <SkeletonText lines={1} label="Loading reasons…" />}
      <div>
        <Button variant="ghost" onClick={props.onCancel}>
          {texts.cancelReject}
        </Button>
      </div>
    </div>
  )
}
