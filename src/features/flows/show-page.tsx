/** `/flows/:flowId`: the steps, rules and settings of one flow. */
import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLocation, useNavigate, useParams } from 'react-router'
import { load, type QueryState, read, useRead } from '#api/reads.ts'
import { ReadinessLabel } from '#components/agents/readiness-label.tsx'
import { flowsRead, useAgentReadiness } from '#components/agents/use-readiness.ts'
import { DeletedNotice } from '#components/records/deleted-notice.tsx'
import { exportRecords } from '#components/records/files/export-records.ts'
import { notAppliedIn } from '#components/records/not-applied.ts'
import * as recordTexts from '#components/records/texts.tsx'
import { VersionsLink } from '#components/versions/links.tsx'
import type { Agent, Flow } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { missingIdReason, usePermission } from '#kit/permissions.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { MoreActions } from '#ui/overlays/more-actions.tsx'
import { Ago } from '#ui/time/time.tsx'
import { ActiveLabel } from './columns.tsx'
import { DeleteFlow } from './delete-flow.tsx'
import { fieldPaths } from './draft.ts'
import { promptFacts, recordFacts, settingFacts } from './flow-facts.tsx'
import { optionLabel } from './options.ts'
import { useRehearsal } from './rehearse/use-rehearsal.tsx'
import { RulesList } from './rules-list.tsx'
import { WithVariables } from './steps/variables.tsx'
import { StepsSection } from './steps-section.tsx'
import * as texts from './texts.tsx'

const flowRead = (flowId: string) => read('flowShow', { params: { flowId } })

export const loader = ({ params: { flowId = '' } }: LoaderFunctionArgs) => load(flowRead(flowId), flowsRead)

const back = { to: paths.flows(), label: texts.listTitle }

export function Component() {
  const { flowId = '' } = useParams()
  const query = useRead(flowRead(flowId))
  if (!query.data) return <UnloadedFlow query={query} />
  return <FlowPage query={query} flow={query.data} />
}

const UnloadedFlow = ({ query }: { query: QueryState<Flow> }) => (
  <Page>
    <PageHeader title="Flow" back={back} />
    <DataView query={query} loading={<SkeletonText label={recordTexts.loadingRecord(texts.noun[0])} />}>
      {() => null}
    </DataView>
  </Page>
)

function FlowPage({ query, flow }: { query: QueryState<Flow>; flow: Flow }) {
  const { agent } = useAgentReadiness(flow.agentId)
  const rehearsal = useRehearsal(flow)
  const notApplied = notAppliedIn(fieldPaths, useLocation().state)
  return (
    <Page>
      <PageHeader
        title={flow.name || flow.id}
        back={back}
        status={<ActiveLabel flow={flow} />}
        facts={
          <>
            <span>{optionLabel(texts.directionOptions, flow.direction)}</span>
            <AgentLink flow={flow} />
            <VersionsLink kind="flow" id={flow.id} />
            <span>{recordTexts.updatedAgo(<Ago at={flow.updatedAt} />)}</span>
            <Age readAt={query.readAt} refusal={query.refusal} />
          </>
        }
        actions={<Actions flow={flow} agent={agent.data} />}
      />
      {query.refusal?.isGone && <DeletedNotice kind="flow" id={flow.id} />}
      {notApplied.length > 0 && (
        <ErrorNote
          tone="neutral"
          text={recordTexts.notAppliedNote(notApplied.map((path) => texts.fieldLabels[path]))}
        />
      )}
      {flow.description.trim() !== '' && (
        <p dir="auto" className="reading break-words text-soft">
          {flow.description}
        </p>
      )}
      <StepsSection graph={flow.flowData} rules={flow.rules} rehearsal={rehearsal} />
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Section title="Prompt and greeting">
            {flow.prompt.trim() === '' ? (
              <p className="text-muted">No prompt. A prompt tells the agent what applies during the whole call.</p>
            ) : (
              <p dir="auto" className="reading mb-2 break-words whitespace-pre-line">
                <WithVariables text={flow.prompt} />
              </p>
            )}
            <DescriptionList facts={promptFacts(flow)} />
          </Section>
          <Section title="Rules" facts={texts.ruleOrder}>
            <RulesList flow={flow} />
          </Section>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Section title="Settings">
            <DescriptionList facts={settingFacts(flow)} />
          </Section>
          <Section title="Record">
            <DescriptionList facts={recordFacts(flow)} />
          </Section>
        </div>
      </div>
    </Page>
  )
}

function AgentLink({ flow: { agentId } }: { flow: Flow }) {
  const { agent, readiness } = useAgentReadiness(agentId)
  if (agentId === null) return <span>{texts.noAgent}</span>
  return (
    <span>
      <Link to={paths.agent(agentId)}>{agent.data?.name || agentId}</Link>{' '}
      {readiness && <ReadinessLabel readiness={readiness} />}
      {agent.refusal?.isGone && <span>(does not exist)</span>}
    </span>
  )
}

function Actions({ flow, agent }: { flow: Flow; agent: Agent | undefined }) {
  const editPermission = usePermission('flowUpdate')
  const deletePermission = usePermission('flowDelete')
  const createPermission = usePermission('flowCreate')
  const navigate = useNavigate()
  const [isDeleteOpen, setIsDeleteOpen] = useState(false)
  return (
    <>
      <ButtonLink
        to={paths.editFlow(flow.id)}
        icon={Pencil}
        disabledReason={editPermission.reason || missingIdReason(flow.id)}
      >
        Edit flow
      </ButtonLink>
      <MoreActions
        items={[
          {
            key: 'duplicate',
            label: 'Duplicate flow',
            disabledReason: createPermission.reason || missingIdReason(flow.id),
            onSelect: () => void navigate(paths.newFlow({ from: flow.id })),
          },
          {
            key: 'export',
            label: 'Export flow',
            onSelect: () => void exportRecords({ flows: [flow] }, flow.name || flow.id),
          },
          {
            key: 'delete',
            label: 'Delete flow',
            disabledReason: deletePermission.reason || missingIdReason(flow.id),
            onSelect: () => setIsDeleteOpen(true),
          },
        ]}
      />
      {isDeleteOpen && <DeleteFlow flow={flow} agent={agent} onClose={() => setIsDeleteOpen(false)} />}
    </>
  )
}
