/** The flows whose messages two reviewers approve. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useFlowsOfMessages } from '#components/agents/flows-of-messages.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Checkbox } from '#ui/forms/choice.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { SettingForm } from '../shared/setting-form.tsx'
import * as texts from './texts.ts'

export function SecondReviewerForm({ saved }: { saved: readonly string[] }) {
  const { run, isPending, refusal } = useCommand('reviewRulesChange')
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const { flows, isLoading, refusal: flowsRefusal } = useFlowsOfMessages(true)
  const current = chosen ?? saved
  // A flow that was deleted, or is not in the list, stays until somebody takes it out.
  const unlisted = saved.filter((id) => flows.every((flow) => flow.id !== id))
  const choices = [
    ...flows.map(({ id, name }) => ({ id, label: visibleText(name || id) })),
    ...(isLoading ? [] : unlisted.map((id) => ({ id, label: texts.unlistedFlow(id) }))),
  ]
  return (
    <SettingForm
      title={texts.secondReviewer}
      intro={texts.secondReviewerIntro}
      command="reviewRulesChange"
      send={async (secondReviewerFlows, key) => {
        await run({ body: { secondReviewerFlows: [...secondReviewerFlows] }, key })
        setChosen(null)
      }}
      isPending={isPending}
      refusal={refusal}
      values={current}
      isChanged={[...current].toSorted().join('\n') !== [...saved].toSorted().join('\n')}
      onReset={() => setChosen(null)}
    >
      {isLoading && <SkeletonRows rows={3} columns={1} label={texts.loadingFlows} />}
      {flowsRefusal && <ErrorNote text={refusalText(flowsRefusal)} />}
      {!isLoading && choices.length === 0 && <p className="text-muted">{texts.noFlows}</p>}
      {choices.length > 0 && (
        <fieldset className="flex max-h-80 flex-col gap-2 overflow-y-auto">
          <legend className="mb-2 font-medium">{texts.secondReviewerFlows}</legend>
          {choices.map(({ id, label: name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={current.includes(id)}
              onChange={(isChecked) => setChosen(isChecked ? [...current, id] : current.filter((one) => one !== id))}
            />
          ))}
        </fieldset>
      )}
    </SettingForm>
  )
}
