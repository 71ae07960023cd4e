/** The form of a new agent or of an edit. */

import { revalidateLogic, useForm, useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { useRead } from '#api/reads.ts'
import { impactOn, readKnownFlows } from '#components/agents/agent-use.ts'
import { knownModels } from '#components/agents/known-models.ts'
import { type RiskyChange, useSaveConfirm } from '#components/agents/save-confirm.tsx'
import { agentsRead } from '#components/agents/use-readiness.ts'
import { DeletedNotice } from '#components/records/deleted-notice.tsx'
import { withValue } from '#components/records/draft/record-draft.ts'
import { RecordForm } from '#components/records/record-form.tsx'
import { countChanges, type Save, useSaving } from '#components/records/record-saving.ts'
import type { Restoration } from '#components/records/restoring/restored-record.ts'
import { suggestionsOf } from '#components/records/suggestions.ts'
import { fieldValue } from '#components/records/texts.tsx'
import { useOpening } from '#components/records/unsaved/unsaved-work-context.tsx'
import type { Agent } from '#contract/index.ts'
import { AgentFields, type RenderField } from './agent-fields.tsx'
import {
  changesOf,
  clearedVoice,
  type Draft,
  differences,
  draftOf,
  emptyDraft,
  type FieldPath,
  fieldPaths,
  problemsOf,
  withProvider,
  withVoiceId,
} from './draft.ts'
import * as texts from './texts.ts'
import { foreignVoice, voiceNameOf, voicesOf } from './voices.ts'

interface Props {
  /** The agent when the form was opened; null for a new one. */
  agent: Agent | null
  /** What the form of a new agent starts with. */
  start?: Draft
  /** The version that the form is filled in with; null: none. */
  restoration: Restoration<Agent> | null
  save: Save<Agent, Draft, FieldPath>
  /** The page of the saved agent. */
  pathOf: (agent: Agent) => string
  leaveTo: string
}

/** Only suggestions: a service may support others (interface 1). */
const knownProviders = ['openai', 'rime', 'elevenlabs', 'google', 'cartesia']

/** Asks before an edit removes the agent's phone number, because calls need it; null if the edit does not remove it. */
function numberRemoval(agent: Agent, draft: Draft): RiskyChange | null {
  if (agent.phoneNumber === null || changesOf(agent, draft).phoneNumber !== null) return null
  return {
    title: `Remove the phone number of “${agent.name || agent.id}”?`,
    readImpacts: async () => {
      const flows = await readKnownFlows()
      const impact = await impactOn(agent, { agent, flows }, { agent: { ...agent, phoneNumber: null }, flows })
      return impact ? [impact] : []
    },
  }
}

export function AgentForm({ agent, start = emptyDraft, restoration, save, pathOf, leaveTo }: Props) {
  const filledIn = restoration ? draftOf(restoration.record) : agent ? draftOf(agent) : start
  const unchanged = agent ? draftOf(agent) : filledIn
  const opening = useOpening<Draft, FieldPath>(fieldPaths, unchanged, agent === null, filledIn)
  const [chosenVoice, setChosenVoice] = useState(opening.draft.voice)
  const setField = (path: FieldPath, value: unknown) => form.setFieldValue(path, value as never)
  const saving = useSaving<Agent, Draft, FieldPath>({
    record: agent,
    paths: fieldPaths,
    draftOf,
    opening,
    save,
    pathOf,
    setField,
  })
  const { opened } = saving
  const confirm = useSaveConfirm(texts.noun[0], opened?.name || opened?.id || '')

  const form = useForm({
    defaultValues: opening.draft,
    // Validates on the first attempt to save, and from then on with every change.
    validationLogic: revalidateLogic(),
    validators: {
      onDynamic: ({ value }) => {
        const fields = problemsOf(value, opened)
        return Object.keys(fields).length > 0 ? { fields } : undefined
      },
    },
    onSubmitInvalid: saving.countFailedAttempt,
    onSubmit: async ({ value }) => {
      if (await confirm.confirmSave(opened && numberRemoval(opened, value))) await saving.saveDraft(value)
    },
  })
  const draft = useStore(form.store, (state) => state.values)
  const meta = useStore(form.store, (state) => state.fieldMeta)
  const pending = useStore(form.store, (state) => state.isSubmitting)

  const serviceErrors = saving.problemsOf(draft)
  const errorAt = (path: FieldPath): string | null =>
    (meta[path]?.errors[0] as string | undefined) ?? serviceErrors[path] ?? null
  const errors = fieldPaths.flatMap((path) => {
    const message = errorAt(path)
    return message === null ? [] : [{ name: path, message }]
  })

  // The list that all pages share.
  const teamAgents = useRead(agentsRead).data?.agents ?? []
  const voiceNameIn = (provider: string) => (voiceId: string) => voiceNameOf(provider, voiceId, teamAgents)
  const chooseVoice = (voice: Draft['voice']) => {
    setChosenVoice(voice)
    form.setFieldValue('voice', voice)
  }
  const rememberVoice = (path: FieldPath, value: string | number) => {
    if (path !== 'voice.name') return
    setChosenVoice(withValue({ voice: draft.voice }, path, value).voice)
  }
  const renderField: RenderField = (path, control) => (
    <form.Field key={path} name={path}>
      {({ state, handleChange, handleBlur }) =>
        control({
          name: path,
          error: errorAt(path),
          value: state.value,
          onChange: (value) => {
            if (path === 'voice.provider') {
              return form.setFieldValue('voice', withProvider(draft.voice, String(value), chosenVoice))
            }
            if (path === 'voice.voiceId') {
              return chooseVoice(withVoiceId(draft.voice, String(value), voiceNameIn(draft.voice.provider)))
            }
            rememberVoice(path, value)
            handleChange(value)
          },
          onBlur: () => {
            // From now on, the voice belongs to the entered provider.
            if (path === 'voice.provider' && draft.voice.voiceId.trim() !== '') setChosenVoice(draft.voice)
            handleBlur()
          },
        })
      }
    </form.Field>
  )

  return (
    <>
      <RecordForm
        noun={texts.noun[0]}
        isNew={agent === null}
        labels={texts.fieldLabels}
        draft={draft}
        changes={countChanges(differences(saving.unchanged, draft).length, opened, draft, restoration, changesOf)}
        notes={restoration?.notes}
        errors={errors}
        saving={saving}
        pending={pending}
        onSubmit={() => void form.handleSubmit()}
        formatValue={(_, value) => fieldValue(value)}
        setField={setField}
        onReset={(next) => {
          setChosenVoice(next.voice)
          form.reset(next, { keepDefaultValues: true })
        }}
        leaveTo={leaveTo}
        deleted={agent && <DeletedNotice kind="agent" id={agent.id} isForm />}
      >
        <AgentFields
          hasHiddenNumber={opened?.phoneNumber === ''}
          clearedVoice={clearedVoice(draft.voice, chosenVoice)}
          provider={draft.voice.provider.trim()}
          models={suggestionsOf(
            teamAgents.map(({ model }) => model),
            knownModels,
            texts.noun,
          )}
          providers={suggestionsOf(
            teamAgents.map(({ voice }) => voice.provider),
            knownProviders,
            texts.noun,
          )}
          voices={voicesOf(draft.voice.provider, teamAgents)}
          foreignVoice={foreignVoice(draft.voice, teamAgents)}
          renderField={renderField}
        />
      </RecordForm>
      {confirm.dialog}
    </>
  )
}
