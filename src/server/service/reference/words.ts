/**
 * The words of the interface: states, directions, moods and codes, each list under a name of its own. The contract names the same words
 * (`wordOf`), and a list that has no entry here stops the document from being generated.
 */
import { batchCallStates, endStates, messageActions, rowProblemCodes, sentimentNames } from '#contract/index.ts'
import { outcomes } from '../shared/outcomes.ts'
import type { Schema } from './openapi-types.ts'

interface WordList {
  about: string
  /** Each word with its meaning. */
  words: Readonly<Record<string, string>>
  /**
   * Who else may add words. `service`: a later version of the service. `client`: the service keeps any word that a client sends. `nobody`: a
   * request may have only these.
   */
  grownBy: 'service' | 'client' | 'nobody'
}

const batchCallMeanings: Record<(typeof batchCallStates)[number], string> = {
  waiting: 'Not called yet, or to be called back.',
  active: 'The call is in progress.',
  completed: 'A person or a mailbox answered.',
  failed: 'Nobody was reached, and nobody will be called again.',
  cancelled: 'Dropped by a cancel before it was called.',
}
const endMeanings: Record<(typeof endStates)[number], string> = {
  completed: 'Nobody will be called any more.',
  cancelled: 'Cancelled. Calls in progress finish.',
  failed: 'No call could be placed.',
}
const outcomeMeanings: Record<(typeof outcomes)[number], string> = {
  completed: 'A person answered.',
  voicemail: 'A mailbox answered.',
  no_answer: 'Nobody answered.',
  busy: 'The line was busy.',
  failed: 'The call could not be connected.',
}
const moodMeanings: Record<string, string> = {
  positive: 'The customer sounds content.',
  neutral: 'Neither.',
  negative: 'The customer sounds annoyed or upset.',
}
const rowMeanings: Record<(typeof rowProblemCodes)[number], string> = {
  missing_column: 'The file has no column phone_number.',
  missing_number: 'The row has no number.',
  invalid_number: 'The number is not in E.164 format.',
  duplicate_number: 'An earlier row has the same number.',
  ragged_row: 'The row has more or fewer cells than the header.',
  unreadable_file: 'The file cannot be read as CSV in UTF-8, or is too large.',
}
const actionMeanings: Record<(typeof messageActions)[number], string> = {
  Approve: 'Approves the message and sends it.',
  Edit: 'Replaces its content. It still needs review.',
  Reject: 'Rejects it. It is never sent.',
}
const pickMeanings = (meanings: Readonly<Record<string, string>>, words: readonly string[]) =>
  Object.fromEntries(words.map((word) => [word, meanings[word] ?? '']))

export const wordLists = {
  AgentState: {
    about: 'Whether an agent can be used.',
    words: { pending: 'Being prepared.', ready: 'Can be used.', error: 'Cannot be used.' },
    grownBy: 'service',
  },
  FlowDirection: {
    about: 'Who starts a call or conversation.',
    words: {
      inbound: 'The customer.',
      outbound: 'The agent. Calls need such a flow, or a bidirectional one.',
      bidirectional: 'Either.',
    },
    grownBy: 'service',
  },
  PromptType: {
    about: 'What tells the agent how to lead a call.',
    words: { simple: 'The prompt.', flow: 'The steps in flowData.' },
    grownBy: 'service',
  },
  WelcomeMessage: {
    about: 'Who speaks first.',
    words: {
      user_initiated: 'The customer.',
      ai_dynamic: 'The agent, in words of its own.',
      ai_custom: 'The agent, with customWelcomeMessage.',
    },
    grownBy: 'service',
  },
  FlowNodeType: {
    about: 'The kind of a step.',
    words: {
      start: 'Where a call begins.',
      say: 'The agent says something.',
      ask: 'The agent asks and waits for an answer.',
      condition: 'Chooses one of several ways.',
      transfer: 'Transfers the call to a person.',
      message: 'Writes a message to the customer.',
      end: 'Ends the call.',
    },
    grownBy: 'client',
  },
  RuleAction: {
    about: 'What a rule does.',
    words: {
      transfer: 'Transfers the call to the number or team in value.',
      go_to_node: 'Goes on with the step whose ID is in value.',
      end: 'Ends the call.',
      message: 'Says or writes the text in value.',
    },
    grownBy: 'client',
  },
  MessageChannel: {
    about: 'How messages are sent.',
    words: { sms: 'Text message.', whatsapp: 'WhatsApp.', email: 'E-mail.' },
    grownBy: 'client',
  },
  CallState: {
    about: 'The state of a call.',
    words: {
      active: 'In progress.',
      completed: 'A person or a mailbox answered, and the call has ended.',
      failed: 'Nobody was reached.',
    },
    grownBy: 'service',
  },
  ActiveCallState: {
    about: 'The state of a call in progress.',
    words: { ringing: 'Nobody has answered yet.', active: 'Somebody has answered.' },
    grownBy: 'service',
  },
  CallOutcome: { about: 'What became of a call.', words: pickMeanings(outcomeMeanings, outcomes), grownBy: 'service' },
  Sentiment: {
    about: 'The customer’s mood.',
    words: pickMeanings(moodMeanings, sentimentNames),
    grownBy: 'service',
  },
  TranscriptRole: {
    about: 'Who said a line.',
    words: {
      agent: 'The agent.',
      customer: 'The customer.',
      colleague: 'The person to whom the call was transferred.',
    },
    grownBy: 'service',
  },
  BatchState: {
    about: 'The state of a batch.',
    words: {
      queued: 'Accepted. No call was placed yet.',
      scheduled: 'Waits for its start time.',
      processing: 'Calls are being placed.',
      ...pickMeanings(endMeanings, endStates),
    },
    grownBy: 'service',
  },
  BatchCallState: {
    about: 'The state of one call of a batch.',
    words: pickMeanings(batchCallMeanings, batchCallStates),
    grownBy: 'service',
  },
  RowProblemCode: {
    about: 'Why a row cannot be called.',
    words: pickMeanings(rowMeanings, rowProblemCodes),
    grownBy: 'service',
  },
  MessageDirection: {
    about: 'Who wrote a message.',
    words: { outbound: 'The agent.', inbound: 'The customer.' },
    grownBy: 'service',
  },
  MessageState: {
    about: 'The state of a message. One that is outbound, not sent, and neither approved nor rejected needs review.',
    words: {
      pending: 'Waits for review.',
      approved: 'Approved. `sent` says whether it was delivered.',
      received: 'Written by the customer.',
      rejected: 'Rejected. It is never sent.',
    },
    grownBy: 'service',
  },
  MessageAction: {
    about: 'A decision about a message.',
    words: pickMeanings(actionMeanings, messageActions),
    grownBy: 'nobody',
  },
  ErrorCode: {
    about: 'The code of an error, for programs.',
    words: {
      unauthorized: 'The API key is missing or unknown.',
      forbidden: 'The API key may not use this workspace.',
      workspace_required: 'The header x-workspace-id is missing.',
      not_found: 'The record or path does not exist, or belongs to another organization or workspace.',
      invalid_request: 'A field, parameter or file is missing or not valid. The message names it and its rule.',
      invalid_number: 'A phone number is not in E.164 format.',
      invalid_state: 'The record’s state does not allow this.',
      invalid_message: 'The new text of a message is missing or blank.',
      unsupported_media_type: 'The Content-Type is not the one of this endpoint.',
      concurrency_limit: 'As many calls are in progress as the plan allows.',
      UNKNOWN_ERROR: 'The service had an internal error.',
    },
    grownBy: 'service',
  },
} as const satisfies Record<string, WordList>

export type WordListName = keyof typeof wordLists
export type ErrorCode = keyof (typeof wordLists)['ErrorCode']['words']

const notes = {
  service: 'Later versions may add words, so treat an unknown one as text.',
  client: 'Any other word that a client sends is kept.',
  nobody: '',
}

/** @returns the name of the list with exactly these words; undefined: none */
export const wordListWith = (words: readonly string[]): WordListName | undefined =>
  (Object.keys(wordLists) as WordListName[]).find(
    (name) => Object.keys(wordLists[name].words).toSorted().join() === words.toSorted().join(),
  )

/** @returns the schema of each list, by name */
export const wordSchemas = (): Record<string, Schema> =>
  Object.fromEntries(
    (Object.entries(wordLists) as [string, WordList][]).map(([name, { about, words, grownBy }]): [string, Schema] => [
      name,
      {
        type: 'string',
        description: [about, notes[grownBy]].join(' ').trim(),
        ...(grownBy !== 'client' && { enum: Object.keys(words) }),
        ...(grownBy !== 'nobody' && { 'x-extensible-enum': Object.keys(words) }),
        'x-enumDescriptions': words,
        examples: [Object.keys(words)[0]],
      },
    ]),
  )
