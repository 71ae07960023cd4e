/**
 * Unit tests that start processes or take long. `npm test` leaves them out, and `npm run test:all` runs them after everything else. A test
 * file that is not listed here has to start no process: it runs with each `npm test`.
 */
export const slowTests: readonly string[] = [
  // They start PostgreSQL, nginx, or many gateways.
  'src/**/*.postgres.test.ts',
  'src/**/*.soak.test.ts',
  'src/server/deploy/*.test.ts',
  // They start processes, and kill some of them.
  'src/server/gateway/maintenance/*.test.ts',
  'src/server/gateway/ledger/crash.test.ts',
  'src/server/gateway/outcome-reads/crash.test.ts',
  'src/server/gateway/secrets.test.ts',
  'src/server/child/reader.test.ts',
  'src/server/gateway/shared/file-reader.test.ts',
  'src/server/gateway/upstream/http-client.test.ts',
  'src/server/gateway/store/data-folder.test.ts',
  'src/server/service/kill.test.ts',
  'src/server/service/start.test.ts',
  // They fill or take away a disk.
  'src/server/gateway/ledger/disk.test.ts',
  'src/server/gateway/shared/full-disk.test.ts',
  // They read large files in processes of their own.
  'src/server/gateway/batches/checked-file.test.ts',
  'src/server/gateway/http/bodies.test.ts',
  // They try every endpoint, every fault, every half-hour or every pattern, or play whole days.
  'src/calling-hours/year.test.ts',
  'src/recipients/patterns.test.ts',
  'src/server/gateway/automation/hours-watchdog.test.ts',
  'src/server/gateway/embedded.test.ts',
  'src/server/gateway/facts/decisions-equal-ledger.test.ts',
  'src/server/gateway/facts/figures-equal-ledger.test.ts',
  'src/server/gateway/facts/order-of-sightings.test.ts',
  'src/server/gateway/faults.test.ts',
  'src/server/gateway/ledger/command-outcomes.test.ts',
  'src/server/gateway/review/decision-outcomes.test.ts',
  'src/server/gateway/people/many-people.test.ts',
  'src/server/gateway/upstream/drift.test.ts',
  'src/server/gateway/upstream/unrelated-answers.test.ts',
  'src/server/service/activity/activity.test.ts',
  'src/server/service/carrier/dialogue.test.ts',
  'src/server/service/carrier/durations.test.ts',
  'src/server/service/carrier/simulate-call.test.ts',
  'src/server/service/endpoints/batches.test.ts',
  'src/server/service/endpoints/conversations.test.ts',
  'src/server/service/events/delivery.test.ts',
  'src/server/service/seed/ordinary-drafts.test.ts',
  'src/server/service/specification.test.ts',
  // They wait for holds, for second readings or for time-outs, or start many gateways in one process.
  'src/server/gateway/batches/approvals.test.ts',
  'src/server/gateway/cache/polling-order.test.ts',
  'src/server/gateway/calls/live-calls.test.ts',
  'src/server/gateway/calls/one-odd-answer.test.ts',
  'src/server/gateway/contacts/do-not-call-import.test.ts',
  'src/server/gateway/ledger/record-writes.test.ts',
  'src/server/gateway/operations/webhooks.test.ts',
  'src/server/gateway/outcome-reads/beside-batches.test.ts',
  'src/server/gateway/polled-reads.test.ts',
  'src/server/gateway/review/decisions.test.ts',
  'src/server/gateway/shared/memo.test.ts',
  'src/server/gateway/store/lost-commits.test.ts',
  'src/tools/bench/**/*.test.ts',
]
