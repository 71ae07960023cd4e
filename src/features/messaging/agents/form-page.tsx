/** `/agents/messaging/new` and `/agents/messaging/:messagingAgentId/edit`. */

import { type LoaderFunctionArgs, useParams } from 'react-router'
import { readAllMessagingAgents } from '#api/all-records.ts'
import { useCommand } from '#api/commands.ts'
import { useRead } from '#api/reads.ts'
import { knownModels } from '#components/agents/known-models.ts'
import { suggestionsOf } from '#components/records/suggestions.ts'
import { MessagingAgent } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { SuggestField } from '#ui/forms/suggest-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { CapabilityPage, loadForEdit, loadIfOffered } from '../shared/capability-page.tsx'
import type { Fields } from '../shared/flat-form.tsx'
import { FlatFormPage, type FlatKind } from '../shared/flat-form-page.tsx'
import * as shared from '../shared/texts.ts'
import { messagingAgentForm, messagingAgentRead } from './form.ts'
import * as texts from './texts.ts'

export const loader = ({ params: { messagingAgentId }, request }: LoaderFunctionArgs) =>
  messagingAgentId === undefined
    ? loadIfOffered('messaging-agents', readAllMessagingAgents)
    : loadForEdit('messaging-agents', messagingAgentRead(messagingAgentId), request.url)

const controls = (fields: Fields<typeof messagingAgentForm.empty>) => <Controls {...fields} />

function Controls({ textFieldProps, setField }: Fields<typeof messagingAgentForm.empty>) {
  const agents = useRead(readAllMessagingAgents).data?.rows ?? []
  return (
    <Section title="Messaging agent">
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        <TextField {...textFieldProps('name')} />
        <SuggestField
          {...textFieldProps('model')}
          suggestions={suggestionsOf(
            agents.map(({ model }) => model),
            knownModels,
            texts.noun,
          )}
          hint="Choose a model, or enter any other that the service supports."
        />
        <SuggestField
          {...textFieldProps('messageChannel')}
          suggestions={suggestionsOf(
            agents.map(({ messageChannel }) => messageChannel),
            shared.knownChannels,
            texts.noun,
            shared.channelName,
          )}
          hint={shared.channelHint}
        />
        <TextField
          {...textFieldProps('phoneNumberId')}
          onChange={(next) => setField('phoneNumberId', next.trim() || null)}
          optional
          mono
          hint="The service’s ID of the number that the agent sends from. Not needed for e-mail."
        />
      </div>
    </Section>
  )
}

const kind: FlatKind<MessagingAgent, typeof messagingAgentForm.empty> = {
  noun: texts.noun,
  versions: 'messaging-agent',
  restoring: { schema: MessagingAgent },
  form: messagingAgentForm,
  endpoints: { create: 'messagingAgentCreate', replace: 'messagingAgentReplace' },
  read: messagingAgentRead,
  listPath: paths.messagingAgents(),
  pathOf: paths.messagingAgent,
  controls,
}

export function Component() {
  const { messagingAgentId } = useParams()
  const create = useCommand('messagingAgentCreate')
  const replace = useCommand('messagingAgentReplace')
  // The form has validated the body against its schema.
  const asBody = (body: object) => body as MessagingAgent
  return (
    <CapabilityPage capability="messaging-agents">
      <FlatFormPage
        kind={kind}
        writes={{
          create: (body, options) => create.run({ body: asBody(body), ...options }),
          replace: (id, body, options) =>
            replace.run({ params: { messagingAgentId: id }, body: asBody(body), ...options }),
        }}
        id={messagingAgentId}
      />
    </CapabilityPage>
  )
}
