/** `/messaging-agents/new` and `/messaging-agents/:messagingAgentId/edit`. */
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { messagingAgentsRead } from '#components/agents/agent-name.tsx'
import type { Fields } from '#components/records/flat-form.tsx'
import { FlatFormPage, type FlatKind } from '#components/records/flat-form-page.tsx'
import type { MessagingAgent } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { SuggestField } from '#ui/forms/suggest-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { loadOffered, loadToEdit, Offered } from '../shared/offered.tsx'
import { knownChannels } from '../shared/words.ts'
import { messagingAgentForm, messagingAgentRead } from './form.ts'

export const loader = ({ params: { messagingAgentId } }: LoaderFunctionArgs) =>
  messagingAgentId === undefined
    ? loadOffered('messaging-agents', messagingAgentsRead)
    : loadToEdit('messaging-agents', messagingAgentRead(messagingAgentId))

/** Suggestions, not a closed list. */
const knownModels = ['gpt-4o-mini', 'gpt-4o', 'gpt-4.1', 'gpt-4.1-mini', 'gemini-2.5-flash', 'gemini-2.0-flash-001']

const controls = ({ text, put }: Fields<typeof messagingAgentForm.empty>) => (
  <Section title="Messaging agent">
    <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
      <TextField {...text('name')} />
      <SuggestField
        {...text('model')}
        suggestions={knownModels}
        hint="Choose one, or enter any other that the service knows."
      />
      <SuggestField
        {...text('messageChannel')}
        suggestions={knownChannels}
        hint="sms, whatsapp or email, or any other that the service knows."
      />
      <TextField
        {...text('phoneNumberId')}
        onChange={(to) => put('phoneNumberId', to.trim() || null)}
        optional
        mono
        hint="The service’s ID of the number that it writes from. E-mail needs none."
      />
    </div>
  </Section>
)

const kind: FlatKind<MessagingAgent, typeof messagingAgentForm.empty> = {
  noun: ['messaging agent', 'messaging agents'],
  form: messagingAgentForm,
  endpoints: { create: 'messagingAgentCreate', replace: 'messagingAgentReplace' },
  read: messagingAgentRead,
  listAt: paths.messagingAgents(),
  shownAt: paths.messagingAgent,
  controls,
}

export function Component() {
  const { messagingAgentId } = useParams()
  const create = useCommand('messagingAgentCreate')
  const replace = useCommand('messagingAgentReplace')
  // The schema of the body has checked it.
  const asBody = (body: object) => body as MessagingAgent
  return (
    <Offered family="messaging-agents" title="Messaging agents">
      <FlatFormPage
        kind={kind}
        writes={{
          create: (body, key) => create.run({ body: asBody(body), key }),
          replace: (id, body, key) => replace.run({ params: { messagingAgentId: id }, body: asBody(body), key }),
        }}
        id={messagingAgentId}
      />
    </Offered>
  )
}
