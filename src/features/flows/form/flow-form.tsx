/** The form of a flow: its draft, the undo history of its steps, and saving. */
import { useState } from 'react'
import { useSaveConfirm } from '#components/agents/save-confirm.tsx'
import { useActivationConfirm } from '#components/records/activation-confirm.tsx'
import { DeletedNotice } from '#components/records/deleted-notice.tsx'
import { withValue } from '#components/records/draft/record-draft.ts'
import { RecordForm } from '#components/records/record-form.tsx'
import { countChanges, type Save, useSaving } from '#components/records/record-saving.ts'
import type { Restoration } from '#components/records/restoring/restored-record.ts'
import * as recordTexts from '#components/records/texts.tsx'
import { useOpening } from '#components/records/unsaved/unsaved-work-context.tsx'
import type { Flow } from '#contract/index.ts'
import { type Notice, notify } from '#kit/actions/notices.ts'
import { paths } from '#kit/navigation/paths.ts'
import { fieldId } from '#ui/forms/field.tsx'
import {
  activationProblems,
  changesOf,
  type Draft,
  differences,
  draftOf,
  type FieldPath,
  fieldPaths,
  formatValue,
  problemsOf,
} from '../draft.ts'
import { useRehearsal } from '../rehearse/use-rehearsal.tsx'
import { applyEdit, type EditorState, emptyHistory, redo, undo } from '../steps/edit-history.ts'
import { type PanelId, useSelection } from '../steps/selection.ts'
import * as texts from '../texts.tsx'
import { type EditorHeader, FlowEditor } from './flow-editor.tsx'
import { focusWhenRendered } from './focus-when-rendered.ts'
import { riskyChange } from './risky-change.ts'

interface Props extends EditorHeader {
  /** The record as it was opened; null for a new one. */
  flow: Flow | null
  /** What the form starts with. */
  start: Draft
  /** The version that the form is filled in with; null: none. */
  restoration: Restoration<Flow> | null
  save: Save<Flow, Draft, FieldPath>
  pathOf: (flow: Flow) => string
  leaveTo: string
  /** Whether a read found that the flow was deleted meanwhile. */
  isDeleted?: boolean
}

/** Says that the flow was saved, and which fields the service did not apply. */
function savedNotice(name: string, notApplied: readonly FieldPath[]): Notice {
  if (notApplied.length === 0) return { title: `“${name}” was saved.` }
  const { message, advice } = recordTexts.notAppliedNote(notApplied.map((path) => texts.fieldLabels[path]))
  return { title: message, text: advice, tone: 'danger' }
}

const headerFields: readonly string[] = ['name', 'isActive'] satisfies FieldPath[]
/** The panel in which a field is; null for the fields of the header row. */
function panelOf(name: string): PanelId | null {
  if (headerFields.includes(name)) return null
  if (name === 'flowData') return 'problems'
  return name.startsWith('rules') ? 'rules' : 'flow'
}

export function FlowForm({ flow, start, restoration, save, pathOf, leaveTo, isDeleted = false, ...header }: Props) {
  const filledIn = restoration ? draftOf(restoration.record) : start
  const opening = useOpening<Draft, FieldPath>(fieldPaths, start, flow === null, filledIn)
  const [draft, setDraft] = useState(opening.draft)
  const [history, setHistory] = useState(emptyHistory)
  const [isPending, setIsPending] = useState(false)
  const rehearsal = useRehearsal(draft)

  const setField = (path: FieldPath, value: unknown) => {
    // Undo cannot go back from steps that somebody else saved.
    if (path === 'flowData') setHistory(emptyHistory)
    setDraft((before) => withValue(before, path, value))
  }
  const saving = useSaving<Flow, Draft, FieldPath>({
    record: flow,
    paths: fieldPaths,
    draftOf,
    opening,
    save,
    pathOf: (answer, stay) => (stay ? paths.editFlow(answer.id) : pathOf(answer)),
    setField,
    onStay:
      flow &&
      ((answer, saved, notApplied) => {
        // What somebody typed during the save stays.
        setDraft((current) => (current === saved ? draftOf(answer) : current))
        notify(savedNotice(answer.name, notApplied))
      }),
  })
  const { opened, attempt } = saving
  const confirm = useSaveConfirm(
    texts.noun[0],
    opened ? opened.name || opened.id : draft.name,
    opened ? 'save' : 'create',
  )

  const activation = useActivationConfirm(texts.noun[0])

  const setEditorState = ({ graph, history: next }: EditorState) => {
    setHistory(next)
    setDraft((before) => ({ ...before, flowData: graph }))
  }
  const editorState = { graph: draft.flowData, history }
  const editor = {
    history,
    edit: (edit: Parameters<typeof applyEdit>[1]) => setEditorState(applyEdit(editorState, edit)),
    undo: () => setEditorState(undo(editorState)),
    redo: () => setEditorState(redo(editorState)),
  }

  const changes = countChanges(differences(saving.unchanged, draft).length, opened, draft, restoration, changesOf)
  const isChanged = flow === null || changes > 0

  const problems: Partial<Record<string, string>> = {
    // Validate on the first attempt to save, and on every change after it.
    ...(attempt > 0 && problemsOf(draft, opened)),
    ...saving.problemsOf(draft),
  }
  const errorAt = (name: string) => problems[name] ?? null
  const submit = async (stay = false) => {
    if (isPending) return
    if (Object.keys(problemsOf(draft, opened)).length > 0) return saving.countFailedAttempt()
    setIsPending(true)
    const isConfirmed =
      (await activation.confirmActivation(activationProblems(opened, draft))) &&
      (await confirm.confirmSave(riskyChange(opened, draft)))
    if (isConfirmed) await saving.saveDraft(draft, stay)
    setIsPending(false)
  }

  const { panel, openPanel } = useSelection()
  const showField = (name: string) => {
    const next = panelOf(name)
    if (next !== null && next !== panel) openPanel(next)
    focusWhenRendered(fieldId(name))
  }

  return (
    <>
      <RecordForm
        noun={texts.noun[0]}
        isNew={flow === null}
        labels={texts.fieldLabels}
        draft={draft}
        changes={changes}
        errors={Object.entries(problems).flatMap(([name, message]) => (message ? [{ name, message }] : []))}
        saving={saving}
        notes={restoration?.notes}
        pending={isPending}
        onSubmit={() => void submit()}
        formatValue={formatValue}
        setField={setField}
        onReset={(next) => {
          setHistory(emptyHistory)
          setDraft(next)
        }}
        leaveTo={leaveTo}
        deleted={flow && <DeletedNotice kind="flow" id={flow.id} isForm />}
        isDeleted={isDeleted}
        onShowField={showField}
      >
        {(parts) => (
          <FlowEditor
            {...parts}
            {...header}
            draft={draft}
            setField={setField}
            errorAt={errorAt}
            editor={editor}
            rehearsal={rehearsal}
            onSave={() => void (isChanged && submit(true))}
          />
        )}
      </RecordForm>
      {activation.dialog}
      {confirm.dialog}
    </>
  )
}
