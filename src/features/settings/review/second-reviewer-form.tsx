/** The flows whose messages two reviewers approve. */
import { Fragment, useState } from 'react'
import { useRead } from '#api/reads.ts'
import { useFlowsOfMessages } from '#components/agents/flows-of-messages.ts'
import { onlyFirst } from '#components/agents/texts.ts'
import { flowsRead } from '#components/agents/use-readiness.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Checkbox } from '#ui/forms/choice.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'

export function SecondReviewerForm({ saved }: { saved: readonly string[] }) {
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const { flows, missing, hasMessageFlows, isLoading: isLoadingFlows, refusal: flowsRefusal } = useFlowsOfMessages(true)
  // The agent of a call can also write to the customer afterwards.
  const flowsOfCalls = useRead({ ...flowsRead, enabled: hasMessageFlows })
  const refusal = flowsRefusal ?? (hasMessageFlows ? flowsOfCalls.refusal : null)
  const isLoading = isLoadingFlows || (hasMessageFlows && !flowsOfCalls.data && !flowsOfCalls.refusal)
  const calls = hasMessageFlows ? flowsOfCalls.data : undefined
  const missingFlows = [missing, calls?.pagination.hasNext ? onlyFirst(calls.flows.length, 'flows of calls') : '']
    .filter(Boolean)
    .join(' ')
  const current = chosen ?? saved
  const listedFlows = [
    { title: hasMessageFlows ? 'Message flows' : '', flows },
    {
      title: 'Flows of calls, after which the agent writes',
      flows: (hasMessageFlows && flowsOfCalls.data?.flows) || [],
    },
  ]
  const listed = new Set(listedFlows.flatMap((group) => group.flows.map(({ id }) => id)))
  // A flow that was deleted, or is not in the list, stays until somebody takes it out.
  const unlisted = isLoading ? [] : saved.filter((id) => !listed.has(id))
  const groups = [
    ...listedFlows.map((group) => ({
      title: group.title,
      choices: group.flows.map(({ id, name }) => ({ id, label: visibleText(name || id) })),
    })),
    { title: 'Not in the list of flows', choices: unlisted.map((id) => ({ id, label: `Unknown flow ${id}` })) },
  ].filter(({ choices }) => choices.length > 0)
  return (
    <SettingForm
      title="Second reviewer"
      intro="Messages of these flows are sent only after two reviewers have approved the same text. The first approval sends nothing and counts for 7 days. One reviewer is enough to reject a draft. With only one reviewer in your team, no message of these flows can be sent."
      what="flows with a second reviewer"
      command="reviewRulesChange"
      values={{ secondReviewerFlows: [...current] }}
      isChanged={[...current].toSorted().join('\n') !== [...saved].toSorted().join('\n')}
      onReset={() => setChosen(null)}
      onSaved={() => setChosen(null)}
    >
      {/* As high as the list of flows at most is, so that what is below does not move. */}
      {isLoading && <SkeletonRows rows={9} columns={1} label="Loading flows…" />}
      {refusal && <ErrorNote text={refusalText(refusal)} />}
      {missingFlows && <p className="text-muted">{missingFlows}</p>}
      {!isLoading && groups.length === 0 && <p className="text-muted">There are no flows yet.</p>}
      {/* All at once: a list that is added later would move the others under the pointer. */}
      {!isLoading && groups.length > 0 && (
        <fieldset className="flex max-h-[31rem] flex-col gap-2 overflow-y-auto">
          <legend className="mb-2 font-medium">Flows that need a second reviewer</legend>
          {groups.map(({ title, choices }) => (
            <Fragment key={title}>
              {title !== '' && <p className="mt-1 text-small text-muted">{title}</p>}
              {choices.map(({ id, label: name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={current.includes(id)}
                  onChange={(isChecked) =>
                    setChosen(isChecked ? [...current, id] : current.filter((one) => one !== id))
                  }
                />
              ))}
            </Fragment>
          ))}
        </fieldset>
      )}
    </SettingForm>
  )
}
