/** `/message-flows/new` and `/message-flows/:messageFlowId/edit`. */
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { messageFlowsRead, messagingAgentsRead } from '#components/agents/agent-name.tsx'
import type { Fields } from '#components/records/flat-form.tsx'
import { FlatFormPage, type FlatKind } from '#components/records/flat-form-page.tsx'
import { fitsWords, type MessageFlow } from '#contract/index.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { paths } from '#kit/navigation/paths.ts'
import { SegmentedControl, Switch } from '#ui/forms/choice.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { SuggestField } from '#ui/forms/suggest-field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { agentNames, loadOffered, loadToEdit, Offered } from '../shared/offered.tsx'
import { directionOptions, knownChannels } from '../shared/words.ts'
import { messageFlowForm, messageFlowRead } from './form.ts'

export const loader = ({ params: { messageFlowId } }: LoaderFunctionArgs) =>
  messageFlowId === undefined
    ? loadOffered('message-flows', messageFlowsRead, ...agentNames())
    : loadToEdit('message-flows', messageFlowRead(messageFlowId))

type Bound = Fields<typeof messageFlowForm.empty>

function AgentField({ draft, put, about }: Bound) {
  const has = useSession().extensions['messaging-agents'] === true
  const { data: agents = [], refusal } = useRead({ ...messagingAgentsRead, enabled: has })
  const chosen = agents.find(({ _id }) => _id === draft.agent)
  return (
    <Combobox
      {...about('agent')}
      hint="It writes what this flow says."
      optional
      items={agents}
      value={chosen ?? (draft.agent === null ? null : { _id: draft.agent, name: draft.agent })}
      onChange={(agent) => put('agent', agent?._id ?? null)}
      textOf={({ name, _id }) => name || _id}
      keyOf={({ _id }) => _id}
      fits={fitsWords}
      none={refusal ? refusalWords(refusal).happened : 'No messaging agent has this name.'}
      placeholder="Type a name"
    />
  )
}

/** The known words, and the present one where it is another. */
const directionsWith = (current: string) =>
  current === '' || directionOptions.some(({ value }) => value === current)
    ? directionOptions
    : [...directionOptions, { value: current, label: current }]

const controls = (fields: Bound, flow: MessageFlow | null) => {
  const { draft, put, about, text } = fields
  return (
    <>
      <Section title="Message flow">
        <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
          <TextField {...text('name')} />
          <AgentField {...fields} />
          <SegmentedControl
            {...text('direction')}
            options={directionsWith(draft.direction)}
            hint={directionOptions.find(({ value }) => value === draft.direction)?.hint}
          />
          <SuggestField
            {...text('messageChannel')}
            suggestions={knownChannels}
            hint="sms, whatsapp or email, or any other that the service knows."
          />
          <Switch
            label={about('isActive').label}
            name="isActive"
            checked={draft.isActive}
            onChange={(to) => put('isActive', to)}
            hint="Only an active flow writes messages."
          />
        </div>
      </Section>
      <Section title="What it writes">
        <div className="flex flex-col gap-3">
          <TextArea {...text('prompt')} optional rows={6} hint="Tells the agent how to write." />
          <TextArea
            {...text('initiationMessage')}
            optional
            rows={3}
            hint="What the agent writes first. A word in braces, such as {first_name}, is replaced for each customer."
          />
        </div>
      </Section>
      <p className="text-soft">
        {flow?.autopilot
          ? 'Autopilot is on: this flow sends without review. The flow’s page has the switch for it.'
          : 'Autopilot is off: messages of this flow wait for review. The flow’s page has the switch for it.'}
      </p>
    </>
  )
}

const kind: FlatKind<MessageFlow, typeof messageFlowForm.empty> = {
  noun: ['message flow', 'message flows'],
  form: messageFlowForm,
  endpoints: { create: 'messageFlowCreate', replace: 'messageFlowReplace' },
  read: messageFlowRead,
  listAt: paths.messageFlows(),
  shownAt: paths.messageFlow,
  controls,
}

export function Component() {
  const { messageFlowId } = useParams()
  const create = useCommand('messageFlowCreate')
  const replace = useCommand('messageFlowReplace')
  // The schema of the body has checked it.
  const asBody = (body: object) => body as MessageFlow
  return (
    <Offered family="message-flows" title="Message flows">
      <FlatFormPage
        kind={kind}
        writes={{
          create: (body, key) => create.run({ body: asBody(body), key }),
          replace: (id, body, key) => replace.run({ params: { messageFlowId: id }, body: asBody(body), key }),
        }}
        id={messageFlowId}
      />
    </Offered>
  )
}
