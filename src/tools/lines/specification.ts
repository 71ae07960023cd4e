/** The lines of the specification, section by section. Long, because the document is. */
import { every, type Line } from './line.ts'

const { spelled, key, workspace, refusals, conforms, conformsAlone } = every

/** Lines that a reader of the contract can check by themselves: `Operation | Method | Path`. */
export const operations: readonly Line[] = [
  ['4.1', 'Create Agent | POST | /api/v1/agents', 'agents: is created, read, changed and deleted', conforms],
  ['4.1', 'List Agents | GET | /api/v1/agents', 'agents: goes page by page over all of them, each once', conforms],
  ['4.1', 'Get Agent | GET | /api/v1/agents/{agentId}', 'agents: is created, read, changed and deleted'],
  ['4.1', 'Update Agent | PATCH | /api/v1/agents/{agentId}', 'agents: is created, read, changed and deleted'],
  ['4.1', 'Delete Agent | DELETE | /api/v1/agents/{agentId}', 'agents: is created, read, changed and deleted'],
  [
    '4.2',
    'Create Flow | POST | /api/v1/flows',
    'flows: is created with what the interface assumes, changed and deleted',
  ],
  [
    '4.2',
    'List Flows | GET | /api/v1/flows',
    'specification: is listed page by page, 20 to a page, and found by a part of its name',
  ],
  [
    '4.2',
    'Get Flow | GET | /api/v1/flows/{flowId}',
    'flows: is created with what the interface assumes, changed and deleted',
  ],
  [
    '4.2',
    'Update Flow | PATCH | /api/v1/flows/{flowId}',
    'flows: has its graph, rules and settings replaced as a whole, unknown fields kept',
  ],
  [
    '4.2',
    'Delete Flow | DELETE | /api/v1/flows/{flowId}',
    'flows: is created with what the interface assumes, changed and deleted',
  ],
  ['4.3', 'Send Call | POST | /api/v1/calls/call', 'calls: starts a call, whose room is agent id, hyphen, call id'],
  [
    '4.4',
    'Download CSV Template | GET | /v1/api/batch-calls/template',
    'batches: gets a template that is valid itself',
    conforms,
  ],
  [
    '4.4',
    'Validate CSV | POST | /v1/api/batch-calls/validate',
    'batches: learns every problem by its row, and counts that do not overlap',
  ],
  ['4.4', 'Preview CSV Data | POST | /v1/api/batch-calls/preview', 'batches: sees the first rows'],
  [
    '4.4',
    'Start Batch Operation | POST | /v1/api/batch-calls',
    'batches: answers with its id, and dials as many as the plan leaves to batches',
  ],
  [
    '4.4',
    'Get Batch Status | GET | /v1/api/batch-calls/{batchId}',
    'batches: answers with its id, and dials as many as the plan leaves to batches',
  ],
  [
    '4.4',
    'Get Batch Progress | GET | /v1/api/batch-calls/{batchId}/status',
    'batch-running: dials every row once and ends; the counts add up',
  ],
  [
    '4.4',
    'List Batch Calls | GET | /v1/api/batch-calls/{batchId}/calls',
    'batch-running: lists its calls by state and by a part of the number, page by page',
  ],
  [
    '4.4',
    'Get Individual Call Status | GET | /v1/api/batch-calls/{batchId}/calls/{jobId}',
    'batch-running: gives each call its room while it is active, and its result afterwards',
  ],
  [
    '4.4',
    'Cancel Batch Operation | DELETE | /v1/api/batch-calls/{batchId}',
    'batch-running: drops what waits at once and lets calls in progress finish',
  ],
  [
    '4.5',
    'Get Conversation By ID | GET | /v1/api/conversations/{conversationId}',
    'conversations: is left by a call, with a draft that waits for review',
  ],
  [
    '4.6',
    'Handle Message Action | POST | /v1/api/conversations/{conversationId}/message/{messageId}/action',
    'conversations: approves: the message is sent, once',
  ],
  [
    '4.7',
    'Get Active Call Details | GET | /v2/api/active-calls/{roomName}',
    'active-calls: goes on: the customer joins, the transcript grows, the duration counts',
  ],
]

export const specification: readonly Line[] = [
  ['1', 'It accepts and returns JSON.', 'app: is refused where it is not JSON, by its type and by its text', spelled],

  ['2.1', 'id | string | Agent identifier.', spelled, 'agents: is created, read, changed and deleted'],
  ['2.1', 'name | string | Agent name.', spelled, 'agents: is created, read, changed and deleted'],
  [
    '2.1',
    'model | string | Language model used for script execution.',
    spelled,
    'agents: is created, read, changed and deleted',
  ],
  ['2.1', 'voice | object; voice.provider, voice.voiceId | string', spelled],
  ['2.1', 'An agent also has a personality and a phone number.', spelled],
  [
    '2.1',
    'Calls require the phone number, and calls require an active flow attached to the agent.',
    'calls: names what is missing: the number, then the flow',
  ],
  [
    '2.2',
    'A call flow holding call handling and routing logic; its identifier, its routing logic and its rules.',
    'specification: has every field and setting that the interface names',
    'flows: has its graph, rules and settings replaced as a whole, unknown fields kept',
  ],

  [
    '2.3',
    'status equals "success" when the call was initiated.',
    'calls: starts a call, whose room is agent id, hyphen, call id',
  ],
  [
    '2.3',
    'callId | Unique call identifier; roomName | Internal room identifier',
    'calls: starts a call, whose room is agent id, hyphen, call id',
  ],
  [
    '2.3',
    'fromNumber | Number the call is placed from; toNumber | Destination number',
    'calls: starts a call, whose room is agent id, hyphen, call id',
  ],
  [
    '2.3',
    'agent | id, name, model, voice (provider and voiceId)',
    'calls: starts a call, whose room is agent id, hyphen, call id',
  ],
  ['2.4', 'Identified by batchId.', 'batches: answers with its id, and dials as many as the plan leaves to batches'],
  [
    '2.4',
    'Each call inside a batch is identified by jobId.',
    'batch-running: gives each call its room while it is active, and its result afterwards',
  ],

  [
    '2.5',
    '_id, userId, pathwayId, agentId | string',
    spelled,
    'conversations: is left by a call, with a draft that waits for review',
  ],
  ['2.5', 'customer | name, email, phone', 'conversations: is left by a call, with a draft that waits for review'],
  ['2.5', 'messages | array of Message; createdAt, updatedAt | string', spelled],
  ['2.6', '_id, message, createdAt, updatedAt | string', spelled],
  [
    '2.6',
    'direction | "outbound", "inbound"',
    'conversations: is left by a call, with a draft that waits for review',
    'conversations: gets answers from some customers, a while after sending',
  ],
  [
    '2.6',
    'sent | Whether the message was sent successfully.',
    'conversations: approves: the message is sent, once',
    'conversations: sees a message that could not be delivered: approved, not sent',
  ],
  ['2.6', 'status "approved"', 'conversations: approves: the message is sent, once'],
  ['2.6', 'status "received"', 'conversations: gets answers from some customers, a while after sending'],
  ['2.6', '"rejected" also occurs after a reject action', 'conversations: rejects: it is never sent'],
  ['2.7', 'status | "success" on success', 'conversations: approves: the message is sent, once'],
  [
    '2.7',
    'message | _id, message, sent, status, timestamp',
    'conversations: approves: the message is sent, once',
    'conversations: edits: the text changes and still waits, then goes out as edited',
  ],
  [
    '2.7',
    'message.to | Recipient phone number or e-mail address.',
    'conversations: approves: the message is sent, once',
    'specification: goes to the e-mail address where there is no phone',
  ],
  [
    '2.8',
    'id, roomName, customerPhone, aiAgentName',
    'active-calls: is there while it rings, with the agent alone and nothing said',
  ],
  [
    '2.8',
    "customerName | Customer's name, if available.",
    'calls: knows the name of a customer who has written before',
    'active-calls: is there while it rings, with the agent alone and nothing said',
  ],
  [
    '2.8',
    'duration | Current duration in seconds.',
    'active-calls: goes on: the customer joins, the transcript grows, the duration counts',
    'carrier/story: never lets its duration go back, and stops with the call',
  ],
  [
    '2.8',
    'sentiment | Currently detected sentiment.',
    'carrier/story: begins neutral, and changes its mood when the words fall that change it',
  ],
  [
    '2.8',
    'transcript | Live transcript; role and content',
    'active-calls: goes on: the customer joins, the transcript grows, the duration counts',
    'carrier/story: only grows, or corrects its last line',
  ],
  [
    '2.8',
    'participants | identity, isAgent, metadata, joinedAt',
    'active-calls: is there while it rings, with the agent alone and nothing said',
    'carrier/story: lets a colleague join and the agent leave when it is handed over',
  ],

  ['3', 'Approve approves and sends the message.', 'conversations: approves: the message is sent, once'],
  [
    '3',
    'Edit changes the message content.',
    'conversations: edits: the text changes and still waits, then goes out as edited',
  ],
  ['3', 'Reject rejects the message.', 'conversations: rejects: it is never sent'],
  [
    '3',
    'Cancel stops remaining calls from being processed.',
    'batch-running: drops what waits at once and lets calls in progress finish',
    'batch-running: a scheduled batch keeps it from ever dialling',
  ],
  ['4', 'Path prefixes are given exactly as used.', 'app: is 404 for a path or method that does not exist'],

  [
    '4.3',
    'agentId | required; toNumber | required',
    'app: has the form of Send Call on Send Call',
    'calls: refuses a malformed number in the general form',
  ],
  [
    '4.3 rule 1',
    'When the agent does not exist or is not accessible to the caller, then the response is 404.',
    'calls: answers 404 in its own form for an agent that does not exist',
    'app: of another organization sees nothing of this one',
  ],
  [
    '4.3 rule 2',
    'When the agent has no phone number configured, then the response is 400.',
    'calls: names what is missing: the number, then the flow',
  ],
  [
    '4.3 rule 3',
    'The agent must have an active phone number and an active flow.',
    'calls: names what is missing: the number, then the flow',
  ],
  [
    '4.3 rule 4',
    'All phone numbers are in E.164 format.',
    'calls: refuses a malformed number in the general form',
    'recipients/corpus: takes no number without a country as one, whatever is chosen on a page',
  ],
  [
    '4.3 rule 5',
    'Calls are recorded by default unless specified otherwise.',
    'specification: has every field and setting that the interface names',
  ],
  ['4.3 rule 6', 'Maximum call duration is typically one hour.', 'active-calls: ends after an hour at the latest'],
  [
    '4.4',
    'Validate a CSV file and preview its data before starting.',
    'batches: learns every problem by its row, and counts that do not overlap',
    'batches: sees the first rows',
  ],
  [
    '4.4',
    'Paginated list of calls in the batch, with filtering.',
    'batch-running: lists its calls by state and by a part of the number, page by page',
  ],
  ['4.5, 4.6, 4.7', 'Header: x-workspace-id (string, required).', workspace, conformsAlone],
  [
    '4.6',
    'metadata (object, required); metadata.action | yes | One of "Approve", "Edit", "Reject".',
    'conversations: is told of a blank edit, an unknown action and a missing metadata',
  ],
  [
    '4.6',
    'metadata.editedMessage | no | used only when action is Edit',
    'specification: is edited by an edit only: text that comes with another action is ignored',
    'conversations: approves: the message is sent, once',
  ],
  [
    '4.8',
    'Endpoints for messaging agents, message flows and a conversation message generation operation.',
    'messaging: is created with what a new one has, found, listed newest first, and replaced as a whole',
    'conversations: leaves a draft, or sends at once on autopilot',
  ],
  [
    '4.8',
    'POST /v2/thing/{thingId}/data … and management of things',
    'app: is 404 for a path or method that does not exist',
    conforms,
  ],

  ['5', 'x-api-key | yes, on all requests', key, conforms],
  [
    '5',
    'Content-Type | Must be application/json.',
    'app: is refused where it is not JSON, by its type and by its text',
    conforms,
  ],
  ['5', 'x-workspace-id | yes, on conversation and active-call endpoints', workspace],
  ['5 rule 1', 'A request without valid authentication is answered with 401.', key],
  [
    '5 rule 2',
    'The key is obtained from the account settings.',
    'key-ring: a created key opens what the first one opens, is told once, and is dead the moment it is revoked',
  ],
  [
    '5 rule 3',
    'Rate limits are counted per organization, not per key; all keys share one budget.',
    'app: of the developer plan is 60 a minute, over all keys, and says in its own form when to come back',
    'rate: is one per organization and tier',
  ],

  [
    '6',
    'Each delivery is a JSON object with event and data.',
    'delivery: hears of agents and flows, signed with the secret',
  ],
  [
    '6',
    'For call.completed: callId, agentId, duration (seconds), status.',
    'delivery: hears a call begin and end, alone or in a batch',
  ],
  ['6', 'call.started, call.completed, call.failed', 'delivery: hears a call begin and end, alone or in a batch'],
  [
    '6',
    'sms.sent, sms.delivered',
    'delivery: hears of an SMS that is approved, once as sent and a moment later as delivered; of an e-mail nothing',
  ],
  [
    '6',
    'agent.created, agent.updated, flow.created, flow.updated',
    'delivery: hears of agents and flows, signed with the secret',
  ],
  [
    '6',
    'Each delivery carries a signature in the header X-Service-Signature.',
    'delivery: hears of agents and flows, signed with the secret',
  ],

  ['7', '200 Success', spelled],
  [
    '7',
    '400 Bad request · 401 Unauthorized · 403 Forbidden · 404 Not found · 500 Server error',
    'sentinels: force each error of the specification in the general form, without effect',
    refusals,
  ],
  ['7', '429 Too many requests', 'sentinels: force the rate limit form, whose wait is true'],
  ['7 form 1', 'General form: error {code, message}', refusals],
  [
    '7 form 2',
    'Send Call form: error, details and, on server errors, code',
    'sentinels: force each answer of Send Call, in its form, without a call',
  ],
  [
    '7 form 3',
    'Rate limit form: application/problem+json {status, title, detail}',
    'app: of the developer plan is 60 a minute, over all keys, and says in its own form when to come back',
  ],
  ['7', '404 | Agent not found', 'calls: answers 404 in its own form for an agent that does not exist'],
  ['7', '400 | Invalid configuration', 'calls: names what is missing: the number, then the flow'],
  [
    '7',
    '500 | Failed to initiate call | code UNKNOWN_ERROR',
    'sentinels: force each answer of Send Call, in its form, without a call',
  ],

  [
    '8.1',
    'Developer plan: 60 requests per minute',
    'rate: never admits more than 60 requests in any 60 seconds, both ends included',
  ],
  [
    '8.1',
    '1 concurrent call',
    'calls: refuses more calls at once than the plan allows, in its own form, and takes one again when a call has ended',
    'batch-running: dials one at a time on the developer plan, two batches in turn',
  ],
  [
    '8.2',
    'Limits are per organization and come in two independent tiers.',
    'rate: is one per organization and tier',
    'app: of the enterprise plan is a bucket that only successful requests empty',
  ],
  [
    '8.2',
    'Standard | 60 requests/minute | up to 100',
    'rate: admits 100 at once, then one a second, to the millisecond',
  ],
  ['8.2', 'Data read | 600 requests/minute | up to 1,000', 'specification: admits 1,000 at once, then ten a second'],
  [
    '8.3',
    'Capacity equals the burst amount, each successful request spends one, and the bucket refills continuously.',
    'app: of the enterprise plan is a bucket that only successful requests empty',
    'rate: takes back what was refused for another reason, and never holds more than its capacity',
  ],
  [
    '8.4',
    '429 with a Retry-After header (seconds to wait) and an application/problem+json body',
    'app: of the developer plan is 60 a minute, over all keys, and says in its own form when to come back',
    'tools/conformance: waits as long as a 429 says, goes on, and has looked at its form',
  ],
  [
    '8.4',
    'A request is accepted again after the indicated wait.',
    'rate: admits a request after the wait that it named',
  ],
  [
    '8.5',
    'Creating more keys does not raise the limit.',
    'app: of the developer plan is 60 a minute, over all keys, and says in its own form when to come back',
  ],
  [
    '8.6',
    'Maximum call duration is typically one hour.',
    'active-calls: ends after an hour at the latest',
    'specification: lets no call go on for longer than an hour',
  ],
  ['9', 'Versions appear in the path.', conforms],
]
