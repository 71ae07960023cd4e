/** `/flows/messages/new` and `/flows/messages/:messageFlowId/edit`. */
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { readAllMessageFlows, readAllMessagingAgents } from '#api/all-records.ts'
import { useCommand } from '#api/commands.ts'
import { useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { onlyFirst } from '#components/agents/texts.ts'
import { suggestionsOf } from '#components/records/suggestions.ts'
import { fitsWords, MessageFlow } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { paths } from '#kit/navigation/paths.ts'
import { SegmentedControl, Switch } from '#ui/forms/choice.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { SuggestField } from '#ui/forms/suggest-field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { agentNameReads, CapabilityPage, loadForEdit, loadIfOffered } from '../shared/capability-page.tsx'
import type { Fields } from '../shared/flat-form.tsx'
import { FlatFormPage, type FlatKind } from '../shared/flat-form-page.tsx'
import * as shared from '../shared/texts.ts'
import { messageFlowForm, messageFlowRead } from './form.ts'
import * as texts from './texts.tsx'

export const loader = ({ params: { messageFlowId }, request }: LoaderFunctionArgs) =>
  messageFlowId === undefined
    ? loadIfOffered('message-flows', readAllMessageFlows, ...agentNameReads())
    : loadForEdit('message-flows', messageFlowRead(messageFlowId), request.url)

type FlowFields = Fields<typeof messageFlowForm.empty>

function AgentField({ draft, setField, fieldProps }: FlowFields) {
  const hasMessagingAgents = useSession().extensions['messaging-agents'] === true
  const { data, refusal } = useRead({ ...readAllMessagingAgents, enabled: hasMessagingAgents })
  const agents = data?.rows ?? []
  const chosenAgent = agents.find(({ _id }) => _id === draft.agent)
  return (
    <Combobox
      {...fieldProps('agent')}
      hint={
        data?.isComplete === false
          ? onlyFirst(agents.length, 'messaging agents')
          : 'The agent that writes the messages of this flow.'
      }
      optional
      items={agents}
      value={chosenAgent ?? (draft.agent === null ? null : { _id: draft.agent, name: draft.agent })}
      onChange={(agent) => setField('agent', agent?._id ?? null)}
      textOf={({ name, _id }) => name || _id}
      keyOf={({ _id }) => _id}
      matches={fitsWords}
      noMatches={refusal ? refusalText(refusal).message : 'No messaging agent has this name.'}
      placeholder="Type a name"
    />
  )
}

function ChannelField({ textFieldProps }: FlowFields) {
  const flows = useRead(readAllMessageFlows).data?.rows ?? []
  const used = flows.map(({ messageChannel }) => messageChannel)
  return (
    <SuggestField
      {...textFieldProps('messageChannel')}
      suggestions={suggestionsOf(used, shared.knownChannels, texts.noun, shared.channelName)}
      hint={shared.channelHint}
    />
  )
}

/** The known directions, and the current one if the service uses another. */
const directionsWith = (current: string) =>
  current === '' || shared.directionOptions.some(({ value }) => value === current)
    ? shared.directionOptions
    : [...shared.directionOptions, { value: current, label: current }]

const controls = (fields: FlowFields, flow: MessageFlow | null) => {
  const { draft, setField, fieldProps, textFieldProps } = fields
  const activeField = fieldProps('isActive')
  return (
    <>
      <Section title="Message flow">
        <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
          <TextField {...textFieldProps('name')} />
          <AgentField {...fields} />
          <SegmentedControl
            {...textFieldProps('direction')}
            options={directionsWith(draft.direction)}
            hint={shared.directionOptions.find(({ value }) => value === draft.direction)?.hint}
          />
          <ChannelField {...fields} />
          <Switch
            label={activeField.label}
            name={activeField.name}
            checked={draft.isActive}
            onChange={(isActive) => setField('isActive', isActive)}
            hint="Only an active flow writes messages."
          />
        </div>
      </Section>
      <Section title="Messages">
        <div className="flex flex-col gap-3">
          <TextArea {...textFieldProps('prompt')} optional rows={6} hint="Tells the agent how to write." />
          <TextArea
            {...textFieldProps('initiationMessage')}
            optional
            rows={3}
            hint="The first message to a customer. Variables in braces, such as {first_name}, are filled in for each customer."
          />
        </div>
      </Section>
      <p className="text-soft">
        {(flow?.autopilot ?? false)
          ? 'Autopilot is on: this flow sends messages without review. You can change this on the flow’s page.'
          : 'Autopilot is off: messages from this flow wait for review. You can change this on the flow’s page.'}
      </p>
    </>
  )
}

const kind: FlatKind<MessageFlow, typeof messageFlowForm.empty> = {
  noun: texts.noun,
  versions: 'message-flow',
  restoring: { schema: MessageFlow, agent: { field: 'agent', kind: 'messaging-agent' } },
  form: messageFlowForm,
  endpoints: { create: 'messageFlowCreate', replace: 'messageFlowReplace' },
  read: messageFlowRead,
  listPath: paths.messageFlows(),
  pathOf: paths.messageFlow,
  controls,
}

export function Component() {
  const { messageFlowId } = useParams()
  const create = useCommand('messageFlowCreate')
  const replace = useCommand('messageFlowReplace')
  // The form has validated the body against its schema.
  const asBody = (body: object) => body as MessageFlow
  return (
    <CapabilityPage capability="message-flows">
      <FlatFormPage
        kind={kind}
        writes={{
          create: (body, options) => create.run({ body: asBody(body), ...options }),
          replace: (id, body, options) =>
            replace.run({ params: { messageFlowId: id }, body: asBody(body), ...options }),
        }}
        id={messageFlowId}
      />
    </CapabilityPage>
  )
}
