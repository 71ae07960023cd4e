/** The dialog before a version is restored. It lists what changes, and what cannot come back. */
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { useRead } from '#api/reads.ts'
import { ChangeList, RecordValue } from '#components/versions/change-list.tsx'
import { counted } from '#components/versions/change-texts.ts'
import { fieldName, type RestorePlan } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { ScrollBox } from '#ui/layout/scroll-box.tsx'
import { DescriptionList } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { planRead, type RecordKey } from './reads.ts'
import * as texts from './texts.ts'
import { kindFacts } from './version-kinds.ts'

interface Props {
  recordKey: RecordKey
  number: number
  name: string
  onClose: () => void
}

const whyNot = ({ mode, missing }: RestorePlan): string =>
  mode === 'none' ? texts.nothingToRestore : missing.length > 0 ? texts.cannotCreate(missing.map(fieldName)) : ''

export function RestoreVersion({ recordKey, number, name, onClose }: Props) {
  const { kind, recordId } = recordKey
  const { noun, pathOf } = kindFacts(kind)
  const navigate = useNavigate()
  const { run } = useCommand('versionRestore')
  const query = useRead(planRead(recordKey, number))
  const plan = query.data
  const mode = plan?.mode ?? 'update'
  return (
    <Confirm
      open
      title={texts.restoreTitle(number, name, mode)}
      cancelLabel={texts.cancelRestore}
      action={texts.restoreAction(number, noun, mode)}
      disabledReason={plan ? whyNot(plan) : texts.loadingPlan}
      onClose={onClose}
      run={(key) =>
        run({ params: { kind, recordId, number: String(number) }, body: { latest: plan?.latest ?? 0 }, key })
      }
      onDone={(restored) => {
        onClose()
        const text = restored.notKept.length > 0 ? texts.notKept(restored.notKept.map(fieldName)) : undefined
        notify({ title: texts.restored(name), ...(text && { text }) })
        void navigate(pathOf(restored.recordId))
      }}
    >
      <DataView query={query} loading={<SkeletonText label={texts.loadingPlan} />}>
        {(shown) => (
          <ScrollBox className="max-h-[50dvh]" label={texts.planLabel}>
            <Plan plan={shown} />
          </ScrollBox>
        )}
      </DataView>
    </Confirm>
  )
}

function Plan({ plan: { mode, changes, agentNames, notes } }: { plan: RestorePlan }) {
  return (
    <div className="flex flex-col gap-3">
      {notes.length > 0 && (
        <div>
          <p>{texts.cannotComeBack}</p>
          <ul className="mt-1 list-disc pl-5">
            {notes.map(({ field, reason }) => (
              <li key={`${field} ${reason}`} className="break-words">
                {visible(texts.noteText(fieldName(field), reason))}
              </li>
            ))}
          </ul>
        </div>
      )}
      {mode === 'create' ? (
        <NewRecord changes={changes} agentNames={agentNames} />
      ) : (
        changes.length > 0 && (
          <>
            <p>{texts.willChange}</p>
            <ChangeList changes={changes} agentNames={agentNames} label={texts.willChange} />
          </>
        )
      )}
    </div>
  )
}

/** What a record has that is created again: the values of its fields, and how many steps, connections and rules. */
function NewRecord({ changes, agentNames }: Pick<RestorePlan, 'changes' | 'agentNames'>) {
  const parts = (['step', 'connection', 'rule'] as const)
    .map((part) => ({ part, count: changes.filter((change) => change.part === part).length }))
    .filter(({ count }) => count > 0)
  return (
    <>
      <p>{texts.willCreate}</p>
      <DescriptionList
        facts={[
          ...changes
            .filter(({ part }) => part === 'field')
            .map(({ field, to }) => ({
              term: texts.asTerm(fieldName(field)),
              value: <RecordValue value={agentNames[String(to)] ?? to} />,
            })),
          ...parts.map(({ part, count }) => ({ term: texts.partTerms[part], value: counted(count, part) })),
        ]}
      />
    </>
  )
}
