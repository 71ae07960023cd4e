/** Batch calls (interface 4). */
import {
  count,
  epochMs,
  exampleIds,
  exampleTime,
  type Field,
  flag,
  idOf,
  oneFixed,
  orNull,
  part,
  phoneNumber,
  record,
  type SchemaTexts,
  seconds,
  text,
  textsByName,
} from './fields.ts'

const counts = {
  waiting: count('Not called yet, or to be called back.', 1),
  active: count('In progress.', 1),
  completed: count('Answered by a person or a mailbox.', 1),
  failed: count('Nobody was reached.', 0),
  cancelled: count('Dropped by a cancel.', 0),
  total: count('All calls: the sum of the other five.', 3),
}
const progress = {
  ...counts,
  startTime: orNull(epochMs('When the first call began.'), 'no call was placed yet.'),
  lastCompletedTime: orNull(epochMs('When the latest call ended.', 124), 'none has ended yet.'),
  completedTime: orNull(epochMs('When the last call of the batch ended.', 240), 'not complete.', null),
  averageCallDuration: orNull(seconds('The average of completed calls.', 118), 'none was completed yet.'),
  recent_calls: record('RecentCall', 'The ten calls that ended last.'),
}
const status = part('The state of the batch.', 'processing')
const isComplete = flag('Whether nobody will be called any more.', false)
const error = text('Why the call failed, in words.', 'No answer')
const metadata = textsByName('The other columns of the row.', { first_name: 'Dana' })
const { example: _errorExample, ...errorWithoutExample } = error
/** Left out unless the call failed. */
const optionalError: Field = { ...errorWithoutExample, about: `${error.about} Left out if it did not.` }

export const batchSchemas: SchemaTexts = {
  CsvCheck: {
    about: 'The result of checking a file. The counts do not overlap; of equal numbers the first is valid.',
    fields: {
      valid: flag('Whether a batch can be started with this file: there are no errors.', false),
      totalRows: count('Rows without the header.', 3),
      validRows: count('Rows that can be called.', 1),
      invalidRows: count('Rows that cannot be called.', 1),
      duplicateRows: count('Rows with the number of an earlier row.', 1),
      columns: part('The names of the columns.', ['phone_number', 'first_name']),
      errors: {
        ...record('RowProblem', 'What is wrong, at most 1,000 problems.'),
        example: [
          {
            row: 3,
            column: 'phone_number',
            value: '4155550135',
            code: 'invalid_number',
            message: 'The number needs + and the country code first.',
          },
          {
            row: 4,
            column: 'phone_number',
            value: '+14155550134',
            code: 'duplicate_number',
            message: 'Row 2 has the same number.',
          },
        ],
      },
      truncated: flag('Whether there are more than 1,000 problems.', false),
    },
  },
  RowProblem: {
    about: 'A problem of a row.',
    fields: {
      row: count('The row as a spreadsheet counts: the header is row 1.', 3),
      column: text('The column.', 'phone_number'),
      value: text('What is there.', '4155550135'),
      code: part('The kind of problem, for programs.', 'invalid_number'),
      message: text('A sentence for people.', 'The number needs + and the country code first.'),
    },
  },
  CsvPreview: {
    about: 'The first rows of a file.',
    fields: {
      columns: part('The names of the columns.', ['phone_number', 'first_name']),
      rows: part('Each row: its values by column.', [{ phone_number: '+14155550134', first_name: 'Dana' }]),
      totalRows: count('All rows of the file, without the header.', 1),
      delimiter: text('The character between two cells.', ','),
      encoding: text('The encoding of the file.', 'utf-8'),
    },
  },
  BatchStartUpload: {
    about: 'The file, the agent, and when and how to call.',
    fields: {
      agentId: part(
        'The agent that calls. It needs a phone number, and an active flow that is outbound or bidirectional.',
        exampleIds.agent,
      ),
      scheduledAt: part(
        'When to start, as a time with its offset. A time that has passed is 400. Absent: at once.',
        '2026-11-23T09:00:00Z',
      ),
      smartCallbackConfig: {
        about: 'Call-backs to numbers that were not reached: SmartCallback as JSON text. Absent: none.',
        example: '{"enabled":true,"maxAttempts":3,"gaps":[{"days":0,"hours":2}]}',
        schema: {
          type: 'string',
          contentMediaType: 'application/json',
          contentSchema: { $ref: '#/components/schemas/SmartCallback' },
        },
      },
    },
  },
  SmartCallback: {
    about: 'Call-backs to numbers that were busy, did not answer or could not be connected.',
    fields: {
      enabled: part('Whether to call back.', true),
      maxAttempts: part('All calls to one number, the first one included.', 3),
      gaps: record('CallbackGap', 'The pause before each further attempt. The last one is repeated.'),
    },
  },
  CallbackGap: {
    about: 'A pause between two calls to the same number.',
    fields: { days: part('Days.', 0), hours: part('Hours, in addition to the days.', 2) },
  },
  BatchStarted: {
    about: 'The batch was accepted.',
    fields: {
      batchId: idOf('Identifies the batch.', exampleIds.batch),
      totalCalls: count('How many numbers will be called.', 3),
      status: oneFixed('queued', 'Always queued.'),
      message: text('A sentence for people.', '3 calls queued.'),
    },
  },
  Batch: {
    about: 'A batch: one call for each row of its file.',
    fields: {
      id: idOf('Identifies the batch.', exampleIds.batch),
      agentId: idOf('The agent that calls.', exampleIds.agent),
      status,
      isComplete,
      totalCalls: count('All calls of the batch.', 3),
      progress: record('BatchCounts', 'How far it is.'),
      timestamp: epochMs('When the service answered.', 130),
    },
  },
  BatchCounts: { about: 'How far a batch is.', fields: progress },
  BatchProgress: { about: 'How far a batch is, with its state.', fields: { status, isComplete, ...progress } },
  RecentCall: {
    about: 'A call of the batch that ended recently.',
    fields: {
      jobId: idOf('Which call of the batch it is.', exampleIds.job),
      status: {
        about: 'The state of the call.',
        example: 'completed',
        schema: { $ref: '#/components/schemas/BatchCallState' },
      },
      phone_number: phoneNumber('The called number.'),
      completedAt: epochMs('When it ended.', 124),
      duration: orNull(seconds('How long it lasted.', 118), 'the call was not placed.'),
      error: optionalError,
    },
  },
  BatchCallList: {
    about: 'One page of the calls of a batch, in the order of the file.',
    fields: {
      calls: {
        ...record('BatchCall', 'The calls.'),
        example: [
          {
            jobId: exampleIds.job,
            status: 'active',
            phone_number: '+14155550134',
            callId: exampleIds.call,
            roomName: exampleIds.room,
            startTime: Date.parse(exampleTime),
            metadata: { first_name: 'Dana' },
          },
        ],
      },
      pagination: record('Pagination', 'Which page this is.'),
      summary: record('BatchSummary', 'The counts of the whole batch.'),
    },
  },
  BatchSummary: { about: 'The calls of a batch, counted by state.', fields: counts },
  BatchCall: {
    about: 'One call of a batch.',
    fields: {
      jobId: idOf('Which call of the batch it is.', exampleIds.job),
      status: part('The state of the call.', 'completed'),
      phone_number: phoneNumber('The number.'),
      callId: idOf('Identifies the call that was placed last. Left out before the first.', exampleIds.call),
      roomName: { about: 'Opens the live details. Only while the call is in progress.', schema: { type: 'string' } },
      startTime: epochMs('When it was dialled.'),
      endTime: epochMs('When it ended.', 124),
      duration: seconds('How long it lasted.', 118),
      error: optionalError,
      metadata,
      result: record('BatchCallResult', 'The outcome. Only in the answer about one call, after its end.'),
    },
  },
  BatchCallResult: {
    about: 'The outcome of a call.',
    fields: {
      callId: idOf('Identifies the call.', exampleIds.call),
      transcript: record('TranscriptLine', 'What was said, oldest first.'),
      outcome: {
        about: 'What became of it.',
        example: 'completed',
        schema: { $ref: '#/components/schemas/CallOutcome' },
      },
      metadata,
    },
  },
  BatchCancelled: {
    about: 'The batch was cancelled. Waiting calls are dropped; calls in progress finish.',
    fields: {
      batchId: idOf('Identifies the batch.', exampleIds.batch),
      status: oneFixed('cancelled', 'Always cancelled.'),
      message: text('A sentence for people.', 'The batch was cancelled. 1 call in progress will finish.'),
      details: record('CancelCounts', 'What became of its calls.'),
    },
  },
  CancelCounts: {
    about: 'The calls of a cancelled batch.',
    fields: {
      completedCalls: count('Completed before the cancel.', 1),
      failedCalls: count('Failed before the cancel.', 0),
      cancelledCalls: count('Dropped by the cancel.', 1),
      totalCalls: count('All calls of the batch.', 3),
    },
  },
}
