/** The lines of the interface, sections 1 to 7: what fills the gaps of the specification. Long, because the document is. */
import { every, type Line } from './line.ts'

const { spelled, key, workspace, refusals, conforms } = every

export const interfaceLines: readonly Line[] = [
  [
    '0',
    'A PATCH carries only the fields that the operator changed.',
    'agents: is created, read, changed and deleted',
    'features/agents/draft: sends only what was changed',
  ],
  [
    '0',
    'Unknown fields are kept.',
    'contract/spelling: keeps fields that nobody knows',
    'flows: has its graph, rules and settings replaced as a whole, unknown fields kept',
  ],
  [
    '0',
    'The documented endpoints are enough; the extensions make it better where they exist.',
    'tools/conformance: finds it conforming with the specification alone, on the developer plan',
    'server/gateway/embedded: without the extensions builds the wall from the batches that run',
  ],
  [
    '0',
    'Uploads are multipart/form-data; elsewhere JSON is insisted on where there is a body: 400 unsupported_media_type.',
    'app: is refused where it is not JSON, by its type and by its text',
  ],

  ['1', 'Record: id, name, model, voice, personality, phoneNumber, settings, status, createdAt, updatedAt', spelled],
  ['1', 'settings (numbers 0 to 1)', 'app: is named by its field, in a sentence'],
  ['1', 'status (pending · ready · error)', 'seed/plant: has 45 agents, most of them ready, and a few that are not'],
  [
    '1',
    'Create needs name, model, voice.provider, voice.voiceId. The rest is optional. Answer: the record.',
    'specification: needs name, model, provider and voice, and nothing else',
    'agents: is created, read, changed and deleted',
  ],
  ['1', 'Update (PATCH) takes any of them. Answer: the record.', 'agents: is created, read, changed and deleted'],
  [
    '1',
    'voice.provider and voice.voiceId are a pair: always send both.',
    'specification: may have a model and a provider that nobody knows, but never half a voice',
  ],
  ['1', 'Delete answers {status: "success", message}.', 'agents: is created, read, changed and deleted'],
  [
    '1',
    'A call needs a number and an active flow, outbound or bidirectional. Without either: 400 with details that name what is missing.',
    'calls: names what is missing: the number, then the flow',
  ],
  ['1', 'Several flows: the latest updated.', 'specification: with several active flows follows the latest updated'],
  [
    '1',
    'Any model and provider is accepted.',
    'specification: may have a model and a provider that nobody knows, but never half a voice',
  ],

  [
    '2',
    'Record: id, name, description, direction, agentId, promptType, prompt, flowData, rules, isActive, welcomeMessage, customWelcomeMessage, settings, times',
    'specification: has every field and setting that the interface names',
  ],
  ['2', 'isActive (default true)', 'flows: is created with what the interface assumes, changed and deleted'],
  ['2', 'maxCallDuration ≤ 3600 s', 'specification: lets no call go on for longer than an hour'],
  [
    '2',
    'settings {callSetting, responseSettings {delay, workingHours}, enableRecording (default true)}',
    'specification: has every field and setting that the interface names',
  ],
  [
    '2',
    'Node types start, say, ask, condition, transfer, message, end; other types are kept.',
    'specification: takes each kind of step, rule and welcome that the interface names',
    'flows: has its graph, rules and settings replaced as a whole, unknown fields kept',
  ],
  [
    '2',
    'Edge: {id, source, target, sourceHandle?, data {label?, condition?}}',
    'specification: takes each kind of step, rule and welcome that the interface names',
    'seed/plant: has 25 flows with real graphs, whose edges lead somewhere',
  ],
  [
    '2',
    'Rule: {id, when, then, value}',
    'specification: takes each kind of step, rule and welcome that the interface names',
  ],
  [
    '2',
    'enableRecording: false is how a call is not recorded.',
    'flows: has its graph, rules and settings replaced as a whole, unknown fields kept',
  ],
  [
    '2',
    'flowData, rules and settings are replaced as a whole by a PATCH that names them.',
    'flows: has its graph, rules and settings replaced as a whole, unknown fields kept',
  ],

  [
    '3',
    'page from 1, default 1; limit default 20, at most 100',
    'agents: goes page by page over all of them, each once',
    'app: is named by its field, in a sentence',
  ],
  [
    '3',
    'pagination {page, limit, total, totalPages, hasNext, hasPrev}',
    'agents: goes page by page over all of them, each once',
    'specification: is listed page by page, 20 to a page, and found by a part of its name',
  ],
  [
    '3',
    'Agents and flows also take search (name contains).',
    'agents: finds those whose name contains a text, whatever its case, and takes signs literally',
    'specification: is listed page by page, 20 to a page, and found by a part of its name',
  ],
  ['3', 'A bad page or limit is 400.', 'app: is named by its field, in a sentence', conforms],

  [
    '4',
    'CSV: UTF-8, comma, header line; phone_number is required (E.164).',
    'specification: has each of its problems named by the code that the interface has for it',
    'recipients/corpus: takes no number without a country as one, whatever is chosen on a page',
  ],
  [
    '4',
    'Every other column is a variable of the call, usable as {column} in prompts.',
    'carrier/story: says what its flow says, with the columns put in and no variable left',
    'batch-running: gives each call its room while it is active, and its result afterwards',
  ],
  ['4', 'At most 20 MB', 'specification: of more than 20 MB is refused'],
  [
    '4',
    'At most 50,000 rows',
    'batches: takes 50,000 rows, and serves others meanwhile',
    'specification: of more than 50,000 rows is not valid, and starts nothing',
  ],
  [
    '4',
    'Upload encoding: multipart, part file; start also takes agentId, scheduledAt and smartCallbackConfig.',
    'batches: is refused with a file that is not valid, an agent that does not exist or cannot call, and bad options',
    'batches: at a later time waits until then',
    'batch-running: calls back whoever did not answer, as often and as late as it was told',
  ],
  [
    '4',
    'Template: text/csv, attachment, the header line and two example rows.',
    'batches: gets a template that is valid itself',
  ],
  [
    '4',
    'Validate → valid, totalRows, validRows, invalidRows, duplicateRows, columns, errors, truncated; row counts as a spreadsheet does.',
    spelled,
    'batches: learns every problem by its row, and counts that do not overlap',
  ],
  [
    '4',
    'At most 1,000 errors, then truncated: true.',
    'batches: is told of 1,000 problems at most, and of a file that cannot be read',
  ],
  [
    '4',
    'The three counts do not overlap (the first of equals is valid).',
    'batches: learns every problem by its row, and counts that do not overlap',
    'recipients/check: always add up, whatever the file and the choices, and every problem has its row',
  ],
  [
    '4',
    'Start refuses a file that is not valid: 400 invalid_request.',
    'batches: is refused with a file that is not valid, an agent that does not exist or cannot call, and bad options',
  ],
  [
    '4',
    'Codes: missing_column, missing_number, invalid_number, duplicate_number, ragged_row, unreadable_file.',
    'specification: has each of its problems named by the code that the interface has for it',
  ],
  ['4', 'Preview: ?limit=, default 10, at most 100', 'batches: sees the first rows'],
  [
    '4',
    'Start → {batchId, totalCalls, status: "queued", message}',
    'batches: answers with its id, and dials as many as the plan leaves to batches',
  ],
  [
    '4',
    'Status → {id, agentId, status, isComplete, totalCalls, progress, timestamp}; times are epoch milliseconds.',
    'batches: answers with its id, and dials as many as the plan leaves to batches',
    spelled,
  ],
  [
    '4',
    'status: queued · scheduled · processing · completed · cancelled',
    'batches: at a later time waits until then',
    'batch-running: dials every row once and ends; the counts add up',
    'batch-running: drops what waits at once and lets calls in progress finish',
  ],
  [
    '4',
    'Progress → the same, flat, with recent_calls',
    'batch-running: dials every row once and ends; the counts add up',
    spelled,
  ],
  [
    '4',
    'List calls: page, limit, status, search (number contains) → calls, pagination, summary',
    'batch-running: lists its calls by state and by a part of the number, page by page',
  ],
  [
    '4',
    'roomName while active opens the live view.',
    'batch-running: gives each call its room while it is active, and its result afterwards',
  ],
  [
    '4',
    'One call → the same record with result?; unknown: 404 {status: "not_found", error}',
    'batch-running: gives each call its room while it is active, and its result afterwards',
    'batch-running: answers 404 for another batch, and in a form of its own for another call',
  ],
  [
    '4',
    'Cancel → {batchId, status, message, details}; cancelledCalls counts only the dropped ones.',
    'batch-running: drops what waits at once and lets calls in progress finish',
  ],
  ['4', 'Not reversible.', 'batch-running: twice answers the same; a complete batch cannot be cancelled'],
  [
    '4',
    'At all times waiting + active + completed + failed + cancelled = total.',
    'runner: dials every row exactly once and keeps its counts, through any cancels and restarts',
  ],
  [
    '4',
    "Concurrency is the plan's (developer: 1).",
    'batch-running: dials one at a time on the developer plan, two batches in turn',
    'calls: never goes beyond the plan, however many ask at once',
  ],

  [
    '5',
    'A draft that awaits a decision is direction "outbound", sent false, status "pending".',
    'conversations: is left by a call, with a draft that waits for review',
  ],
  [
    '5',
    'Needs review = outbound, not sent, status neither approved nor rejected.',
    'conversations: edits: the text changes and still waits, then goes out as edited',
    'conversations: rejects: it is never sent',
  ],
  [
    '5',
    'approved with sent: false is a fourth case (approved, not delivered).',
    'conversations: sees a message that could not be delivered: approved, not sent',
  ],
  [
    '5',
    'Approve, Edit and Reject are allowed while the message needs review. Otherwise: 400 invalid_state.',
    'conversations: cannot decide twice, whatever the second decision',
  ],
  ['5', 'Approve → status approved, then sent: true', 'conversations: approves: the message is sent, once'],
  [
    '5',
    'Edit → new content, still needs review',
    'conversations: edits: the text changes and still waits, then goes out as edited',
  ],
  [
    '5',
    'editedMessage missing or blank is 400 invalid_message.',
    'conversations: is told of a blank edit, an unknown action and a missing metadata',
  ],
  ['5', 'Reject → rejected, never sent', 'conversations: rejects: it is never sent'],
  [
    '5',
    'A real deployment may send on Edit: the truth is message.sent in the answer.',
    'server/gateway/decisions: leaves the approval out when %s',
  ],
  [
    '5',
    "message.to is the customer's phone, or e-mail where there is no phone.",
    'specification: goes to the e-mail address where there is no phone',
  ],

  [
    '6',
    'duration and averageCallDuration are seconds.',
    'active-calls: goes on: the customer joins, the transcript grows, the duration counts',
    'batch-running: dials every row once and ends; the counts add up',
  ],
  [
    '6',
    'Ids we make are 24 hex characters',
    'agents: is created, read, changed and deleted',
    'conversations: is left by a call, with a draft that waits for review',
  ],
  [
    '6',
    'ids we accept: [A-Za-z0-9_-]{1,128}',
    'every-endpoint: takes ids of up to 128 letters, digits, hyphens and underscores, and no others',
  ],
  [
    '6',
    'callId 10 of a–z0–9; roomName = agent id, a hyphen, callId',
    'calls: starts a call, whose room is agent id, hyphen, call id',
  ],
  [
    '6',
    'batch ids batch_ plus digits, job ids call_ plus digits',
    'batches: answers with its id, and dials as many as the plan leaves to batches',
    'delivery: hears a call begin and end, alone or in a batch',
  ],
  [
    '6',
    'Active call: 404 (general form, code not_found) once the call has ended or when the room is unknown.',
    'active-calls: is 404 once it has ended, and for a room that never was',
  ],
  ['6', 'sentiment is positive, neutral or negative', 'carrier/story: has moods that move, both ways'],
  [
    '6',
    'Data of every call event: callId, agentId, roomName, toNumber, batchId?, jobId?; completed adds duration, status.',
    'delivery: hears a call begin and end, alone or in a batch',
  ],
  [
    '6',
    'sms.*: conversationId, messageId, to',
    'delivery: hears of an SMS that is approved, once as sent and a moment later as delivered; of an e-mail nothing',
  ],
  ['6', 'agent.* and flow.*: id, name', 'delivery: hears of agents and flows, signed with the secret'],
  [
    '6',
    'X-Service-Signature, lower-case hex HMAC-SHA-256 of the raw body under the webhook secret',
    'delivery: hears of agents and flows, signed with the secret',
  ],
  [
    '6',
    'A delivery may come twice, late or out of order.',
    'delivery: is tried again, later each time, with the same bytes, until it takes the event',
  ],
  [
    '6',
    'Send Call uses the Send Call form for its own errors',
    'app: has the form of Send Call on Send Call',
    'sentinels: force each answer of Send Call, in its form, without a call',
  ],
  [
    '6',
    'a malformed toNumber is the general form, invalid_number',
    'calls: refuses a malformed number in the general form',
  ],
  [
    '6',
    '429 uses application/problem+json with Retry-After',
    'sentinels: force the rate limit form, whose wait is true',
  ],
  ['6', 'all else uses the general form; only the status codes of section 7 occur', refusals],
  ['6', '401: key missing or unknown.', key],
  [
    '6',
    '403: the key may not use that workspace.',
    workspace,
    'app: gets 403 for a workspace that its key may not use',
  ],
  [
    '6',
    'Missing x-workspace-id where it is required: 400 workspace_required.',
    workspace,
    'app: gets 400 workspace_required where the workspace is missing, and only there',
  ],
  [
    '6',
    'developer = 60 requests a minute with no burst beyond 60, 1 concurrent call',
    'rate: admits 60 at once',
    'rate: has one limit for both tiers',
    'calls: refuses more calls at once than the plan allows, in its own form, and takes one again when a call has ended',
  ],
  [
    '6',
    'Call history is in the data-read tier; the rest is in the standard tier.',
    'app: of the enterprise plan is a bucket that only successful requests empty',
  ],
  ['6', 'A refused (429) request has had no effect.', 'app: lets a refused request have no effect'],
  [
    '6',
    'Too many calls at once is not a 429: Send Call answers 400 in its own form, code concurrency_limit; a batch waits.',
    'calls: refuses more calls at once than the plan allows, in its own form, and takes one again when a call has ended',
    'batch-running: dials one at a time on the developer plan, two batches in turn',
  ],
  [
    '6',
    'A write is compared with its answer: what the service did not take is shown.',
    'features/agents/draft: names what was not kept',
    'features/flows/draft: names what was not kept',
  ],

  [
    '7',
    'List conversations | bare array of conversations with their messages',
    'seed/plant: has 60 conversations, 25 of which hold a draft',
    spelled,
  ],
  [
    '7',
    'Generate message | {status, conversation_id, message_id, message}',
    'conversations: leaves a draft, or sends at once on autopilot',
  ],
  [
    '7',
    'List active calls | {data, count, timestamp}',
    'active-calls: lists the calls in progress with their last line, and without their transcripts',
  ],
  ['7', 'End call | {success, message, roomName, endTime}', 'active-calls: ends a call; it stays ended'],
  [
    '7',
    'Take over (mute the agent) | {success, message, roomName, mutedTracks}',
    'active-calls: takes over: the agent is muted and says nothing more',
  ],
  [
    '7',
    'Messaging agents and message flows (POST, GET list, GET one, PUT)',
    'messaging: is created with what a new one has, found, listed newest first, and replaced as a whole',
    'messaging: a message flow takes only an agent of its workspace',
  ],
  [
    '7',
    'Call history | page, limit, agentId, batchId, status, search',
    'calls: has one row for each dial, newest first, with its outcome',
  ],
  [
    '7',
    'Whether a family exists is found by its GET list at a connection test; 404, 405 or 501 means no; its other endpoints follow.',
    'server/gateway/extensions: a family is there where its list is, and not where that is answered with 404, 405 or 501',
  ],
  [
    '7',
    'Once a day',
    'server/gateway/extensions: whether a family is there is remembered over a restart, and asked again after a day',
  ],
  [
    '7',
    'The embedded service serves them unless it is started in specification-only mode.',
    'app: is 404 for every extension in specification-only mode, and only there',
  ],
  [
    '7',
    'The /v2/thing… operations have no payloads to implement; the conformance report lists them as excluded.',
    conforms,
  ],
]
