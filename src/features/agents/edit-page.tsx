/** `/agents/:agentId/edit`. Sends only changed fields, and does not overwrite somebody else's changes. */
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { load, read, useRead } from '#api/reads.ts'
import { DeletedNotice } from '#components/records/deleted-notice.tsx'
import { useUpdate } from '#components/records/record-saving.ts'
import { readForForm } from '#components/records/restoring/read-for-form.ts'
import type { Restoration } from '#components/records/restoring/restored-record.ts'
import { Restoring } from '#components/records/restoring/restoring.tsx'
import { UnsavedWorkProvider } from '#components/records/unsaved/unsaved-work-context.tsx'
import type { Agent } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { useIsPageLoading } from '#kit/navigation/page-loader.ts'
import { paths } from '#kit/navigation/paths.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { AgentForm } from './agent-form.tsx'
import { changesOf, differences, draftOf, notApplied, restoring } from './draft.ts'
import * as texts from './texts.ts'

const agentRead = (agentId: string) => read('agentShow', { params: { agentId } })

export async function loader({ params: { agentId = '' }, request }: LoaderFunctionArgs) {
  // The form must start from a fresh read.
  await readForForm(agentRead(agentId), request.url)
  return load(agentRead(agentId))
}

const loading = <SkeletonText lines={12} label={texts.loadingAgent} />

export function Component() {
  const { agentId = '' } = useParams()
  const query = useRead(agentRead(agentId))
  const isLoading = useIsPageLoading()
  const permission = usePermission('agentUpdate')
  const name = query.data?.name || 'agent'
  return (
    <Page width="narrow">
      <PageHeader title={`Edit ${name}`} back={{ to: paths.agent(agentId), label: name }} />
      {permission.allowed ? (
        <DataView
          query={isLoading ? { ...query, data: undefined } : query}
          loading={loading}
          deleted={<DeletedNotice kind="agent" id={agentId} isForm />}
        >
          {(agent) => (
            <UnsavedWorkProvider form={`agent/${agentId}`} loading={loading}>
              <Restoring {...restoring} current={agent} loading={loading}>
                {(restoration) => <EditForm key={agentId} agent={agent} restoration={restoration} />}
              </Restoring>
            </UnsavedWorkProvider>
          )}
        </DataView>
      ) : (
        <NotAllowed reason={permission.reason} to={paths.agent(agentId)} label="Show agent" />
      )}
    </Page>
  )
}

/** Whether a field changed since the form was opened. */
const isChanged = (opened: Agent, now: Agent): boolean => differences(draftOf(opened), draftOf(now)).length > 0

function EditForm({ agent, restoration }: { agent: Agent; restoration: Restoration<Agent> | null }) {
  const { run } = useCommand('agentUpdate')
  const save = useUpdate({
    read: agentRead(agent.id),
    changesOf,
    restoration,
    isChanged,
    send: (body: ReturnType<typeof changesOf>, options) => run({ params: { agentId: agent.id }, body, ...options }),
    notApplied,
  })
  return (
    <AgentForm
      agent={agent}
      restoration={restoration}
      save={save}
      pathOf={({ id }) => paths.agent(id)}
      leaveTo={paths.agent(agent.id)}
    />
  )
}
