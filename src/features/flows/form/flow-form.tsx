/** The form of a flow, new or edited: its fields, its steps with every change back and forth, and its rules. */
import { useState } from 'react'
import { useSaveConfirm } from '#components/agents/save-confirm.tsx'
import { withValue } from '#components/records/record-draft.ts'
import { RecordForm } from '#components/records/record-form.tsx'
import { type Save, useSaving } from '#components/records/record-saving.ts'
import type { Flow } from '#contract/index.ts'
import { Section } from '#ui/layout/section.tsx'
import {
  type Draft,
  differences,
  draftOf,
  emptyDraft,
  type FieldPath,
  fieldLabels,
  fieldPaths,
  problemsOf,
  shown,
} from '../draft.ts'
import { applyEdit, type EditorState, emptyHistory, redo, undo } from '../steps/edit-history.ts'
import { outlineOf } from '../steps/graph.ts'
import { StepsSection } from '../steps/steps-section.tsx'
import { ruleTargets } from '../steps/suggestions.ts'
import { HowCallsGo, WhatItIs, WhatItSays } from './flow-fields.tsx'
import { riskyChange } from './risky-change.ts'
import { RulesField } from './rules-field.tsx'

interface Props {
  /** The record as it was opened; null for a new one. */
  flow: Flow | null
  save: Save<Flow, Draft, FieldPath>
  shownAt: (flow: Flow) => string
  leaveTo: string
}

const homeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

export function FlowForm({ flow, save, shownAt, leaveTo }: Props) {
  const [initial] = useState(() => (flow ? draftOf(flow) : emptyDraft(homeZone)))
  const [draft, setDraft] = useState(initial)
  const [history, setHistory] = useState(emptyHistory)
  const [pending, setPending] = useState(false)

  const put = (path: FieldPath, value: unknown) => {
    // Steps that come from elsewhere have no way back to ours.
    if (path === 'flowData') setHistory(emptyHistory)
    setDraft((before) => withValue(before, path, value))
  }
  const saving = useSaving<Flow, Draft, FieldPath>({
    record: flow,
    paths: fieldPaths,
    draftOf,
    save,
    pathOf: shownAt,
    put,
  })
  const { opened, attempt } = saving
  const confirm = useSaveConfirm('flow', opened ? opened.name || opened.id : draft.name, opened ? 'save' : 'create')

  const set = ({ graph, history: next }: EditorState) => {
    setHistory(next)
    setDraft((before) => ({ ...before, flowData: graph }))
  }
  const editing = { graph: draft.flowData, history }
  const editor = {
    history,
    edit: (edit: Parameters<typeof applyEdit>[1]) => set(applyEdit(editing, edit)),
    undo: () => set(undo(editing)),
    redo: () => set(redo(editing)),
  }

  const problems: Partial<Record<string, string>> = {
    // The first try is judged when one asks to save, and from then on with every key.
    ...(attempt > 0 && problemsOf(draft, opened)),
    ...saving.problemsOf(draft),
  }
  const errorAt = (name: string) => problems[name] ?? null
  const submit = async () => {
    if (Object.keys(problemsOf(draft, opened)).length > 0) return saving.fail()
    setPending(true)
    if (await confirm.allows(riskyChange(opened, draft))) await saving.run(draft)
    setPending(false)
  }

  const fields = { draft, put, errorAt }
  return (
    <>
      <RecordForm
        noun="flow"
        isNew={flow === null}
        labels={fieldLabels}
        draft={draft}
        changes={differences(opened ? draftOf(opened) : initial, draft).length}
        errors={Object.entries(problems).flatMap(([name, message]) => (message ? [{ name, message }] : []))}
        saving={saving}
        pending={pending}
        onSubmit={() => void submit()}
        formatValue={shown}
        put={put}
        leaveTo={leaveTo}
        sticky
      >
        <WhatItIs {...fields} />
        <StepsSection graph={draft.flowData} rules={draft.rules} editor={editor} />
        <WhatItSays {...fields} />
        <Section title="Rules" facts="The first that applies decides">
          <RulesField
            rules={draft.rules}
            lines={outlineOf(draft.flowData, ruleTargets(draft.rules))}
            errorAt={errorAt}
            onChange={(rules) => put('rules', rules)}
          />
        </Section>
        <HowCallsGo {...fields} />
      </RecordForm>
      {confirm.dialog}
    </>
  )
}
