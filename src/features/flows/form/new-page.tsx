/** `/flows/new`: creates a flow. `?from=` starts with a copy of a flow, `?template=` with a template, `?agent=` with an agent. */
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { load, read, useRead } from '#api/reads.ts'
import { agentsRead, flowsRead } from '#components/agents/use-readiness.ts'
import { useCreation } from '#components/records/record-saving.ts'
import type { Restoration } from '#components/records/restoring/restored-record.ts'
import * as recordTexts from '#components/records/texts.tsx'
import { recordFinder } from '#components/records/unsaved/record-finder.ts'
import { UnsavedWorkProvider } from '#components/records/unsaved/unsaved-work-context.tsx'
import type { Flow } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { browserTimeZone } from '#ui/time/format-time.ts'
import { copyOf, creationOf, draftOf, emptyDraft, notApplied } from '../draft.ts'
import { draftFrom, templateOf } from '../templates/templates.ts'
import { listTitle, noun } from '../texts.tsx'
import type { EditorHeader } from './flow-editor.tsx'
import { FlowForm } from './flow-form.tsx'
import { LoadingFlow } from './loading-flow.tsx'
import { RestoringFlow } from './restoring-flow.tsx'

const flowRead = (flowId: string) => read('flowShow', { params: { flowId } })

const findFlow = recordFinder(flowRead, paths.editFlow)

/** The flow that the new one is a copy of, its template, and the agent that it is for; '' for none. */
const startOf = (search: URLSearchParams) => ({
  from: search.get('from') ?? '',
  template: search.get('template') ?? '',
  agent: search.get('agent') ?? '',
})

function draftToStart(flow: Flow | null, { template, agent }: Pick<ReturnType<typeof startOf>, 'template' | 'agent'>) {
  if (flow) return copyOf(flow)
  const found = templateOf(template)
  return { ...(found ? draftFrom(found, browserTimeZone) : emptyDraft(browserTimeZone)), agentId: agent || null }
}

export function loader({ request }: LoaderFunctionArgs) {
  const { from } = startOf(new URL(request.url).searchParams)
  return load(agentsRead, flowsRead, ...(from === '' ? [] : [flowRead(from)]))
}

const back = { to: paths.flows(), label: listTitle }

export function Component() {
  const { from, template, agent } = startOf(useSearchParams()[0])
  const original = useRead({ ...flowRead(from), enabled: from !== '' })
  const permission = usePermission('flowCreate')
  const header = { title: recordTexts.newRecord(noun[0]), back }
  if (!permission.allowed) {
    return (
      <Page width="wide">
        <PageHeader {...header} />
        <NotAllowed reason={permission.reason} to={paths.flows()} label={recordTexts.showList(noun)} />
      </Page>
    )
  }
  const flow = from === '' ? null : original.data
  const loading = <LoadingFlow query={original} header={header} />
  if (flow === undefined) return loading
  return (
    <UnsavedWorkProvider
      form={`flow/new?${new URLSearchParams({ from, template, agent })}`}
      loading={loading}
      findRecord={findFlow}
    >
      <RestoringFlow flow={null} header={header}>
        {(restoration) => (
          <NewForm
            key={`${from}/${template}`}
            {...header}
            flow={flow}
            template={template}
            agent={agent}
            restoration={restoration}
          />
        )}
      </RestoringFlow>
    </UnsavedWorkProvider>
  )
}

interface NewFormProps extends EditorHeader {
  /** The flow that the new one is a copy of. */
  flow: Flow | null
  template: string
  agent: string
  restoration: Restoration<Flow> | null
}

function NewForm({ flow, template, agent, restoration, ...header }: NewFormProps) {
  const { run } = useCommand('flowCreate')
  const save = useCreation({
    bodyOf: creationOf,
    restoration,
    send: (body, options) => run({ body, ...options }),
    notApplied,
  })
  return (
    <FlowForm
      flow={null}
      start={restoration ? draftOf(restoration.record) : draftToStart(flow, { template, agent })}
      restoration={restoration}
      save={save}
      pathOf={({ id }) => paths.flow(id)}
      leaveTo={flow ? paths.flow(flow.id) : agent ? paths.agent(agent) : paths.flows()}
      {...header}
    />
  )
}
