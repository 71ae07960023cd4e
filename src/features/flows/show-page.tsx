/** `/flows/:flowId`: the steps, rules and settings of one flow. */
import Pencil from 'lucide-react/icons/pencil'
import { type ReactNode, useState } from 'react'
import { type LoaderFunctionArgs, useLocation, useNavigate, useParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { load, type QueryState, read, useRead } from '#api/reads.ts'
import { useImpacts } from '#components/agents/agent-use.ts'
import { outlookOf, withFlow } from '#components/agents/batch-impact.ts'
import { type Readiness, readinessOf } from '#components/agents/readiness.ts'
import { ReadinessLabel } from '#components/agents/readiness-label.tsx'
import { flowsRead, useAgentReadiness, useKnownFlows } from '#components/agents/use-readiness.ts'
import { DeleteRecord } from '#components/records/delete-record.tsx'
import { DeletedNotice } from '#components/records/deleted-notice.tsx'
import { exportRecords } from '#components/records/files/export-records.ts'
import { notAppliedIn } from '#components/records/not-applied.ts'
import * as recordTexts from '#components/records/texts.tsx'
import { VersionsLink } from '#components/versions/links.tsx'
import { type Agent, type Flow, type FlowRule } from '#contract/index.ts'
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
import { fieldPaths } from './draft.ts'
import { promptFacts, recordFacts, settingFacts } from './flow-facts.tsx'
import { optionLabel } from './options.ts'
import { useRehearsal } from './rehearse/use-rehearsal.tsx'
import { outlineOf } from './steps/graph.ts'
import { ruleTargets } from './steps/problems.ts'
import { stepName } from './steps/step-types.ts'
import { WithVariables } from './steps/variables.tsx'
import { StepsSection } from './steps-section.tsx'
import * as texts from './texts.tsx'

function RulesList({ flow: { flowData, rules } }: { flow: Flow }) {
  if (rules.length === 0) return <p className="text-muted">No rules. Calls follow only the steps and the prompt.</p>
  const lines = outlineOf(flowData, ruleTargets(rules))
  const valueOf = ({ then, value }: FlowRule) => {
    const line = then === 'go_to_node' ? lines.find(({ node }) => node.id === value) : undefined
    return line ? stepName(line) : value
  }
  return (
    <ol aria-label={texts.rulesLabel} className="divide-y divide-line">
      {rules.map((rule, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a service may give two rules the same id
        <li key={index} className="grid gap-x-4 py-1.5 sm:grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,1.4fr)]">
          <span className="text-muted tabular-nums">{index + 1}.</span>
          <span className="break-words">{texts.ruleCondition(rule.when)}</span>
          <span className="min-w-0 break-words">
            <span className="text-muted">{optionLabel(texts.ruleActionOptions, rule.then)} </span>
            <WithVariables text={valueOf(rule)} />
          </span>
        </li>
      ))}
    </ol>
  )
}

interface Props {
  flow: Flow
  /** undefined: the flow has no agent, or its agent could not be loaded. */
  agent: Agent | undefined
  onClose: () => void
}

/** Mounted only while the dialog is open, so that each opening loads again what uses the flow. */
function DeleteFlow({ flow, agent, onClose }: Props) {
  const { run } = useCommand('flowDelete')
  const knownFlows = useKnownFlows()
  const setupWith = (flows: typeof knownFlows) => ({
    // An agent that could not be loaded may have a number.
    agent: agent ?? { id: flow.agentId ?? '', phoneNumber: '' },
    flows,
  })
  const outlook = outlookOf(
    setupWith(withFlow(knownFlows, flow.id, flow)),
    setupWith(withFlow(knownFlows, flow.id, null)),
  )
  const impacts = useImpacts(flow.agentId, { agentName: agent?.name || (flow.agentId ?? ''), outlook })
  return (
    <DeleteRecord
      noun={texts.noun[0]}
      name={flow.name || flow.id}
      onClose={onClose}
      run={(key) => run({ params: { flowId: flow.id }, key })}
      leaveTo={paths.flows()}
      impacts={impacts}
      queryKey={read('flowShow', { params: { flowId: flow.id } }).queryKey}
    >
      <p>The flow, its steps and its rules are deleted permanently. Calls in progress continue.</p>
      <AgentImpact flow={flow} agent={agent} />
    </DeleteRecord>
  )
}

function AgentImpact({ flow, agent }: Pick<Props, 'flow' | 'agent'>) {
  const knownFlows = useKnownFlows()
  if (flow.agentId === null) return <p>No agent uses this flow.</p>
  if (!agent)
    return (
      <p>
        The agent {flow.agentId} uses this flow, but the agent could not be loaded. Without this flow, it may not be
        able to place calls.
      </p>
    )
  // Without the agent's status in the service, which the flow does not affect.
  const callAgent = { id: agent.id, phoneNumber: agent.phoneNumber }
  const before = readinessOf(callAgent, knownFlows)
  const after = readinessOf(
    callAgent,
    knownFlows && { ...knownFlows, flows: knownFlows.flows.filter(({ id }) => id !== flow.id) },
  )
  return <p>{impactText(flow, agent.name || agent.id, before, after)}</p>
}

function impactText(flow: Flow, name: string, before: Readiness, after: Readiness): ReactNode {
  const usage = `The agent “${name}” uses this flow.`
  if (before.state === 'not-ready') return `${usage} The agent cannot place calls now either.`
  if (before.state === 'unknown') return usage
  if (before.flow?.id !== flow.id) return `${usage} Its calls use another flow, so they do not change.`
  if (after.state === 'ready') return `${usage} Its calls will use “${after.flow?.name ?? ''}” instead.`
  if (after.state === 'unknown') return usage
  return (
    <>
      {usage}{' '}
      <strong className="font-medium">
        Without it, the agent cannot place calls: it has no other active flow for outbound calls.
      </strong>
    </>
  )
}

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
