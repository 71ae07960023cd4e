/** The form of a flat record, new or edited. What its fields look like is the caller's. */
import { type ReactNode, useState } from 'react'
import type { FlatRecord } from './flat-record.ts'
import { withValue } from './record-draft.ts'
import { RecordForm } from './record-form.tsx'
import { type Save, useSaving } from './record-saving.ts'

/** What binds a control to a field. */
export interface Fields<Draft> {
  draft: Draft
  put: (path: keyof Draft & string, value: unknown) => void
  about: (path: keyof Draft & string) => { label: string; name: string; error: string | null }
  text: (path: keyof Draft & string) => {
    label: string
    name: string
    error: string | null
    value: string
    onChange: (value: string) => void
  }
}

interface Props<Rec extends Draft & { updatedAt: string }, Draft extends object> {
  /** What it is, such as "message flow". */
  noun: string
  /** The record as it was opened; null for a new one. */
  record: Rec | null
  form: FlatRecord<Rec, Draft>
  save: Save<Rec, Draft, keyof Draft & string>
  shownAt: (record: Rec) => string
  leaveTo: string
  /** A value in words, where two versions are shown beside each other. */
  shown?: (path: keyof Draft & string, value: unknown) => string
  children: (fields: Fields<Draft>) => ReactNode
}

const inWords = (_: string, value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : value === null || value === '' ? 'nothing' : String(value)

export function FlatForm<Rec extends Draft & { updatedAt: string }, Draft extends object>({
  noun,
  record,
  form,
  save,
  shownAt,
  leaveTo,
  shown = inWords,
  children,
}: Props<Rec, Draft>) {
  type Path = keyof Draft & string
  const [initial] = useState(() => (record ? form.draftOf(record) : form.empty))
  const [draft, setDraft] = useState(initial)
  const [pending, setPending] = useState(false)
  const put = (path: Path, value: unknown) => setDraft((before) => withValue(before, path, value))
  const { paths, draftOf, labels } = form
  const saving = useSaving<Rec, Draft, Path>({ record, paths, draftOf, save, shownAt, put })
  const { opened, attempt } = saving
  const problems: Partial<Record<Path, string>> = {
    // The first try is judged when one asks to save, and from then on with every key.
    ...(attempt > 0 && form.problemsOf(draft, opened)),
    ...saving.problemsOf(draft),
  }
  const submit = async () => {
    if (Object.keys(form.problemsOf(draft, opened)).length > 0) return saving.fail()
    setPending(true)
    await saving.run(draft).finally(() => setPending(false))
  }
  const about = (path: Path) => ({ label: labels[path], name: path, error: problems[path] ?? null })
  const text = (path: Path) => {
    const value: unknown = draft[path]
    return { ...about(path), value: typeof value === 'string' ? value : '', onChange: (to: string) => put(path, to) }
  }
  return (
    <RecordForm
      noun={noun}
      isNew={record === null}
      labels={labels}
      draft={draft}
      changes={form.differences(opened ? draftOf(opened) : initial, draft).length}
      errors={paths.flatMap((name) => (problems[name] ? [{ name, message: problems[name] }] : []))}
      saving={saving}
      pending={pending}
      onSubmit={() => void submit()}
      shown={shown}
      put={put}
      leaveTo={leaveTo}
    >
      {children({ draft, put, about, text })}
    </RecordForm>
  )
}
