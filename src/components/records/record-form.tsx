/** The frame of a record's form: what is wrong, what became of saving, the guard of what was typed, and the buttons. */
import type { ReactNode } from 'react'
import { Unsaved } from '#kit/actions/unsaved-guard.tsx'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { Button } from '#ui/forms/button.tsx'
import { FormSummary } from '#ui/forms/form-summary.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { plural } from '#ui/text/format-number.ts'
import { ChangedMeanwhile } from './edit-conflict.tsx'
import type { SavingState } from './record-saving.ts'

interface Props<Draft, Path extends string> {
  /** What it is, such as "agent". */
  noun: string
  isNew: boolean
  labels: Record<Path, string>
  draft: Draft
  /** How many fields differ from the record. */
  changes: number
  /** In the order of the form. */
  errors: readonly { name: string; message: string }[]
  saving: SavingState<Draft, Path>
  pending: boolean
  onSubmit: () => void
  shown: (path: Path, value: unknown) => string
  put: (path: Path, value: unknown) => void
  leaveTo: string
  /** Keeps the buttons in view below a long form. */
  sticky?: boolean
  children: ReactNode
}

export function RecordForm<Draft, Path extends string>({
  noun,
  isNew,
  labels,
  draft,
  changes,
  errors,
  saving: { attempt, refusal, changed, isDone },
  pending,
  onSubmit,
  shown,
  put,
  leaveTo,
  sticky = false,
  children,
}: Props<Draft, Path>) {
  return (
    <form
      noValidate
      aria-label={isNew ? `New ${noun}` : `Edit ${noun}`}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) onSubmit()
      }}
    >
      <Unsaved when={changes > 0 && !isDone} what={isNew ? `this new ${noun}` : `this ${noun}`} />
      <FormSummary errors={errors} attempt={attempt} outcome={`The ${noun} was not ${isNew ? 'created' : 'saved'}.`} />
      {changed && (
        <ChangedMeanwhile
          key={changed.at}
          noun={noun}
          labels={labels}
          change={changed}
          draft={draft}
          shown={shown}
          onChoose={put}
        />
      )}
      {children}
      {refusal && errors.length === 0 && <ErrorNote words={refusalWords(refusal, true)} />}
      <div
        className={
          sticky
            ? 'sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-1 py-2'
            : 'flex flex-wrap items-center gap-2'
        }
      >
        <Button
          type="submit"
          variant="primary"
          pending={pending}
          disabledReason={!isNew && changes === 0 && 'Nothing was changed.'}
        >
          {isNew ? `Create ${noun}` : `Save ${noun}`}
        </Button>
        <ButtonLink to={leaveTo} variant="ghost">
          {changes > 0 ? 'Discard' : 'Back'}
        </ButtonLink>
        {!isNew && changes > 0 && (
          <span className="text-label text-muted">{plural(changes, 'field', 'fields')} changed</span>
        )}
      </div>
    </form>
  )
}
