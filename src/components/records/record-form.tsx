/** Frames a record's form: restored work, validation summary, edit conflict, refusal, unsaved-changes guard and buttons. */
import { type ReactNode, useLayoutEffect } from 'react'
import { UnsavedGuard } from '#kit/actions/unsaved-guard.tsx'
import { refusalText } from '#kit/data/refusal-text.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { Button } from '#ui/forms/button.tsx'
import { FormSummary } from '#ui/forms/form-summary.tsx'
import { SaveBar } from '#ui/forms/save-bar.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { valueAt } from './draft/record-draft.ts'
import { EditConflict } from './edit-conflict.tsx'
import type { SavingState } from './record-saving.ts'
import * as texts from './texts.tsx'
import { OtherDrafts } from './unsaved/other-drafts.tsx'
import { RestoredNotice } from './unsaved/restored-notice.tsx'
import { useUnsavedWork } from './unsaved/unsaved-work-context.tsx'

interface Props<Draft, Path extends string> {
  /** Such as "agent". */
  noun: string
  isNew: boolean
  labels: Record<Path, string>
  draft: Draft
  /** How many fields differ from the record. */
  changes: number
  /** In the order of the form. */
  errors: readonly { name: string; message: string }[]
  saving: SavingState<Draft, Path>
  /** What the form says about the version that it was filled in with. */
  notes?: readonly string[] | undefined
  pending: boolean
  onSubmit: () => void
  formatValue: (path: Path, value: unknown) => string
  setField: (path: Path, value: unknown) => void
  /** Replaces the whole draft. */
  onReset: (draft: Draft) => void
  leaveTo: string
  /** Says that the record was deleted meanwhile. */
  deleted?: ReactNode
  /** Whether a read of the record found that it was deleted. If only a save finds it, the form knows. */
  isDeleted?: boolean
  /** Shows a field that may be hidden, such as on another tab, and focuses it. */
  onShowField?: (name: string) => void
  /** The fields, if the form is a column with its buttons below; or a function that arranges them, the buttons and what the form says. */
  children: ReactNode | ((parts: { notices: ReactNode; buttons: ReactNode }) => ReactNode)
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

export function RecordForm<Draft, Path extends string>({
  noun,
  isNew,
  labels,
  draft,
  changes,
  errors,
  saving: { attempt, refusal, conflict, isDone, unchanged, restoredAt, reset },
  notes = [],
  pending,
  onSubmit,
  formatValue,
  setField,
  onReset,
  leaveTo,
  deleted,
  isDeleted = false,
  onShowField,
  children,
}: Props<Draft, Path>) {
  const { work, isBroken } = useUnsavedWork()
  const isDirty = changes > 0 && !isDone
  /** Until a conflict is resolved by a save, the record as the operator knew it: a restored form then shows the conflict again. */
  const before = conflict?.before ?? unchanged
  const recordName = isNew ? '' : String(valueAt(unchanged, 'name') ?? '')
  // Not after the paint: what somebody sees is kept, also if the page is reloaded in that moment.
  useLayoutEffect(() => {
    if (isDone) return work.close()
    work.update(isDirty ? { noun, recordName, isNew, before, draft } : null)
  }, [work, isDone, isDirty, noun, recordName, isNew, before, draft])

  const isGone = isDeleted || refusal?.isGone === true
  const refused =
    (isGone && deleted) || (refusal && errors.length === 0 && <ErrorNote text={refusalText(refusal, true)} />)
  const notices = (
    <>
      {notes.length > 0 && !isDone && <p className="text-soft">{visible(notes.join(' '))}</p>}
      <RestoredNotice
        // It also forgets what was discarded.
        key={restoredAt}
        noun={noun}
        isNew={isNew}
        restoredAt={restoredAt}
        draft={draft}
        isDirty={isDirty}
        before={unchanged}
        onReset={(next) => {
          reset()
          onReset(next)
        }}
      />
      {isNew && <OtherDrafts />}
      <FormSummary
        errors={errors}
        attempts={attempt}
        outcome={isNew ? `The ${noun} was not created.` : `The ${noun} was not saved.`}
        onShowField={onShowField}
      />
      {conflict && (
        <EditConflict
          key={conflict.at}
          noun={noun}
          labels={labels}
          change={conflict}
          draft={draft}
          formatValue={formatValue}
          onChoose={setField}
        />
      )}
      {refused && (
        // At the top, as the summary of mistakes: at the end, the buttons that stay in view covered it.
        <div key={attempt} ref={scrollTo} className="scroll-mt-[calc(var(--spacing-top-bar)+1rem)]">
          {refused}
        </div>
      )}
    </>
  )
  const buttons = (
    <>
      <Button
        type="submit"
        variant="primary"
        pending={pending}
        disabledReason={!isNew && changes === 0 && 'There are no changes to save.'}
      >
        {isNew ? `Create ${noun}` : `Save ${noun}`}
      </Button>
      {/* Without changes, the way back is in the header. */}
      {changes > 0 && (
        <ButtonLink to={leaveTo} variant="ghost">
          Discard changes
        </ButtonLink>
      )}
    </>
  )
  return (
    <form
      noValidate
      aria-label={isNew ? texts.newRecord(noun) : texts.editTitle(noun)}
      className={typeof children === 'function' ? undefined : 'flex flex-col gap-4'}
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) onSubmit()
      }}
    >
      <UnsavedGuard
        isDirty={isDirty}
        subject={isNew ? `this new ${noun}` : `this ${noun}`}
        isStored={!isBroken}
        onDiscard={() => work.close()}
      />
      {typeof children === 'function' ? (
        children({
          notices,
          buttons,
        })
      ) : (
        <>
          {notices}
          {children}
          <SaveBar isChanged={isDirty}>
            {buttons}
            {!isNew && changes > 0 && (
              <span className="text-label text-muted">{plural(changes, 'field', 'fields')} changed</span>
            )}
          </SaveBar>
        </>
      )}
    </form>
  )
}
