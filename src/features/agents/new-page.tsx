/** `/agents/new`, and `?from=` for a copy of an agent. */
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { load, read, useRead } from '#api/reads.ts'
import { useCreation } from '#components/records/record-saving.ts'
import type { Restoration } from '#components/records/restoring/restored-record.ts'
import { Restoring } from '#components/records/restoring/restoring.tsx'
import { recordFinder } from '#components/records/unsaved/record-finder.ts'
import { UnsavedWorkProvider } from '#components/records/unsaved/unsaved-work-context.tsx'
import type { Agent } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { AgentForm } from './agent-form.tsx'
import { copyOf, creationOf, emptyDraft, notApplied, restoring } from './draft.ts'
import * as texts from './texts.ts'

const agentRead = (agentId: string) => read('agentShow', { params: { agentId } })

const findAgent = recordFinder(agentRead, paths.editAgent)

const back = { to: paths.agents(), label: texts.listTitle }

/** The agent that the new one is a copy of; '' for none. */
const copiedId = (search: URLSearchParams) => search.get('from') ?? ''

export async function loader({ request }: LoaderFunctionArgs) {
  const from = copiedId(new URL(request.url).searchParams)
  return from === '' ? null : load(agentRead(from))
}

const loading = <SkeletonText lines={12} label={texts.loadingAgent} />

export function Component() {
  const from = copiedId(useSearchParams()[0])
  const copied = useRead({ ...agentRead(from), enabled: from !== '' })
  const permission = usePermission('agentCreate')
  return (
    <Page width="narrow">
      <PageHeader title="New agent" back={back} />
      {permission.allowed ? (
        <DataView query={from === '' ? { ...copied, data: null, refusal: null } : copied} loading={loading}>
          {(original) => (
            <UnsavedWorkProvider form={`agent/new?from=${from}`} loading={loading} findRecord={findAgent}>
              <Restoring {...restoring} current={null} loading={loading}>
                {(restoration) => <NewForm key={from} original={original} restoration={restoration} />}
              </Restoring>
            </UnsavedWorkProvider>
          )}
        </DataView>
      ) : (
        <NotAllowed reason={permission.reason} to={paths.agents()} label="Show agents" />
      )}
    </Page>
  )
}

function NewForm({ original, restoration }: { original: Agent | null; restoration: Restoration<Agent> | null }) {
  const { run } = useCommand('agentCreate')
  const save = useCreation({
    bodyOf: creationOf,
    restoration,
    send: (body, options) => run({ body, ...options }),
    notApplied,
  })
  return (
    <AgentForm
      agent={null}
      start={original ? copyOf(original) : emptyDraft}
      restoration={restoration}
      save={save}
      pathOf={({ id }) => paths.agent(id)}
      leaveTo={original ? paths.agent(original.id) : paths.agents()}
    />
  )
}
