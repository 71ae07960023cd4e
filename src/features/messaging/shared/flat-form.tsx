/** The form of a flat record, which has no nested fields. The caller renders its controls. */
import { type ReactNode, useState } from 'react'
import { useActivationConfirm } from '#components/records/activation-confirm.tsx'
import { withValue } from '#components/records/draft/record-draft.ts'
import { RecordForm } from '#components/records/record-form.tsx'
import { countChanges, type Save, useSaving } from '#components/records/record-saving.ts'
import type { Restoration } from '#components/records/restoring/restored-record.ts'
import * as texts from '#components/records/texts.tsx'
import { useOpening } from '#components/records/unsaved/unsaved-work-context.tsx'
import type { FlatRecord } from './flat-record.ts'

/** Binds controls to the fields of a draft. */
export interface Fields<Draft> {
  draft: Draft
  setField: (path: keyof Draft & string, value: unknown) => void
  fieldProps: (path: keyof Draft & string) => { label: string; name: string; error: string | null }
  textFieldProps: (path: keyof Draft & string) => {
    label: string
    name: string
    error: string | null
    value: string
    onChange: (value: string) => void
  }
}

interface Props<Rec extends Draft & { updatedAt: string }, Draft extends object> {
  /** Such as "message flow". */
  noun: string
  /** The record as it was opened; null for a new one. */
  record: Rec | null
  form: FlatRecord<Rec, Draft>
  /** The version that the form is filled in with; null: none. */
  restoration: Restoration<Rec> | null
  save: Save<Rec, Draft, keyof Draft & string>
  pathOf: (record: Rec) => string
  leaveTo: string
  /** Says that the record was deleted meanwhile. */
  deleted?: ReactNode
  /** A value as text, when two versions are compared. */
  formatValue?: (path: keyof Draft & string, value: unknown) => string
  children: (fields: Fields<Draft>) => ReactNode
}

export function FlatForm<Rec extends Draft & { updatedAt: string }, Draft extends object>({
  noun,
  record,
  form,
  restoration,
  save,
  pathOf,
  leaveTo,
  deleted,
  formatValue = (_, value) => texts.fieldValue(value),
  children,
}: Props<Rec, Draft>) {
  type Path = keyof Draft & string
  const { paths, draftOf, labels } = form
  const filledIn = restoration ? draftOf(restoration.record) : record ? draftOf(record) : form.empty
  const start = record ? draftOf(record) : filledIn
  const opening = useOpening<Draft, Path>(paths, start, record === null, filledIn)
  const [draft, setDraft] = useState(opening.draft)
  const [isPending, setPending] = useState(false)
  const setField = (path: Path, value: unknown) => setDraft((before) => withValue(before, path, value))
  const saving = useSaving<Rec, Draft, Path>({ record, paths, draftOf, opening, save, pathOf, setField })
  const { opened, attempt } = saving
  const problems: Partial<Record<Path, string>> = {
    // Validate on the first attempt to save, and on every change after it.
    ...(attempt > 0 && form.problemsOf(draft, opened)),
    ...saving.problemsOf(draft),
  }
  const activation = useActivationConfirm(noun)
  const submit = async () => {
    if (Object.keys(form.problemsOf(draft, opened)).length > 0) return saving.countFailedAttempt()
    if (isPending) return
    setPending(true)
    const isConfirmed = await activation.confirmActivation(form.activationProblems(opened, draft))
    if (isConfirmed) await saving.saveDraft(draft).finally(() => setPending(false))
    else setPending(false)
  }
  const fieldProps = (path: Path) => ({ label: labels[path], name: path, error: problems[path] ?? null })
  const textFieldProps = (path: Path) => {
    const value: unknown = draft[path]
    return {
      ...fieldProps(path),
      value: typeof value === 'string' ? value : '',
      onChange: (to: string) => setField(path, to),
    }
  }
  return (
    <>
      <RecordForm
        noun={noun}
        isNew={record === null}
        labels={labels}
        draft={draft}
        changes={countChanges(
          form.differences(saving.unchanged, draft).length,
          opened,
          draft,
          restoration,
          form.replacementOf,
        )}
        notes={restoration?.notes}
        errors={paths.flatMap((name) => (problems[name] ? [{ name, message: problems[name] }] : []))}
        saving={saving}
        pending={isPending}
        onSubmit={() => void submit()}
        formatValue={formatValue}
        setField={setField}
        onReset={setDraft}
        leaveTo={leaveTo}
        deleted={deleted}
      >
        {children({ draft, setField, fieldProps, textFieldProps })}
      </RecordForm>
      {activation.dialog}
    </>
  )
}
