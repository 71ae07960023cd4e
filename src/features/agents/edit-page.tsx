/** `/agents/:agentId/edit`. Sends what was changed and nothing else, and never over somebody else's change. */
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { load, queryClient, read, useRead } from '#api/reads.ts'
import { useUpdate } from '#components/records/record-saving.ts'
import type { Agent } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { AgentForm } from './agent-form.tsx'
import { changesOf, differences, draftOf, notKept } from './draft.ts'

const agentRead = (agentId: string) => read('agentShow', { params: { agentId } })

export async function loader({ params: { agentId = '' } }: LoaderFunctionArgs) {
  // What was read a while ago is no ground to edit on.
  await queryClient.prefetchQuery(agentRead(agentId))
  return load(agentRead(agentId))
}

export function Component() {
  const { agentId = '' } = useParams()
  const reading = useRead(agentRead(agentId))
  const may = usePermission('agentUpdate')
  const name = reading.data?.name || 'agent'
  return (
    <Page narrow>
      <PageHeader title={`Edit ${name}`} back={{ to: paths.agent(agentId), label: name }} />
      {may.allowed ? (
        <DataView
          reading={reading}
          loading={<SkeletonText lines={12} label="Loading the agent" />}
          isEmpty={() => false}
          empty={null}
        >
          {(agent) => <EditForm key={agentId} agent={agent} />}
        </DataView>
      ) : (
        <NotAllowed reason={may.reason} to={paths.agent(agentId)} label="Show the agent" />
      )}
    </Page>
  )
}

/** Whether the record shows anything else than when the form was opened. */
const isChanged = (opened: Agent, now: Agent): boolean => differences(draftOf(opened), draftOf(now)).length > 0

function EditForm({ agent }: { agent: Agent }) {
  const { run } = useCommand('agentUpdate')
  const save = useUpdate({
    read: agentRead(agent.id),
    changesOf,
    isChanged,
    send: (body: ReturnType<typeof changesOf>, key) => run({ params: { agentId: agent.id }, body, key }),
    notApplied: notKept,
  })
  return <AgentForm agent={agent} save={save} shownAt={({ id }) => paths.agent(id)} leaveTo={paths.agent(agent.id)} />
}
