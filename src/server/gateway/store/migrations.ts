/** All migrations. They run in the order of their names, which databases record, so a name never changes. */
import type { Migration } from 'kysely/migration'
import { ledgerAndRegistry } from './migrations/01-10/01-ledger-and-registry.ts'
import { reviewAndCalls } from './migrations/01-10/02-review-and-calls.ts'
import { webhookEvents } from './migrations/01-10/03-webhook-events.ts'
import { recordWrites } from './migrations/01-10/04-record-writes.ts'
import { snapshots } from './migrations/01-10/05-snapshots.ts'
import { invitationCreator, invitationEmail } from './migrations/01-10/06-invitation-email.ts'
import { launchRemainders } from './migrations/01-10/07-launch-remainders.ts'
import { settledOnce } from './migrations/01-10/08-settled-once.ts'
import { writeWorkspace } from './migrations/01-10/09-write-workspace.ts'
import { contacts } from './migrations/01-10/10-contacts.ts'
import { rechecks } from './migrations/11-20/11-rechecks.ts'
import { searchWords } from './migrations/11-20/12-search-words.ts'
import { dismissedDecisions } from './migrations/11-20/13-dismissed-decisions.ts'
import { doNotCall } from './migrations/11-20/14-do-not-call.ts'
import { preparedBatches } from './migrations/11-20/15-prepared-batches.ts'
import { approvals } from './migrations/11-20/16-approvals.ts'
import { breakerStops } from './migrations/11-20/17-breaker.ts'
import { launchesOfBatches } from './migrations/11-20/18-launches-of-batches.ts'
import { batchClosings } from './migrations/11-20/19-batch-closings.ts'
import { doNotCallTakeBack } from './migrations/11-20/20-do-not-call-take-back.ts'
import { gateways } from './migrations/21-30/21-gateways.ts'
import { requestPlaces } from './migrations/21-30/22-request-places.ts'
import { sharedReads } from './migrations/21-30/23-shared-reads.ts'
import { openEffects } from './migrations/21-30/24-open-effects.ts'
import { exports } from './migrations/21-30/25-exports.ts'
import { indexes } from './migrations/21-30/26-indexes.ts'
import { auditFilters } from './migrations/21-30/27-audit-filters.ts'
import { keptCalls } from './migrations/21-30/28-kept-calls.ts'
import { rejectReasons } from './migrations/21-30/30-reject-reasons.ts'
import { keptCallSearch } from './migrations/31-40/32-kept-call-search.ts'
import { keptCallOutcomes } from './migrations/31-40/33-kept-call-outcomes.ts'
import { firstApprovals } from './migrations/31-40/36-first-approvals.ts'
import { callNotes } from './migrations/31-40/37-call-notes.ts'
import { savedViews } from './migrations/31-40/38-saved-views.ts'
import { newDrafts } from './migrations/31-40/39-new-drafts.ts'
import { formerNames } from './migrations/31-40/40-former-names.ts'
import { recordVersions } from './migrations/41-50/41-record-versions.ts'
import { passwordLinks } from './migrations/41-50/42-password-links.ts'
import { callMoods } from './migrations/41-50/43-call-moods.ts'
import { passkeys } from './migrations/41-50/44-passkeys.ts'
import { recordIds } from './migrations/41-50/45-record-ids.ts'
import { passkeyChallenges } from './migrations/41-50/46-passkey-challenges.ts'
import { callFacts } from './migrations/41-50/47-call-facts.ts'
import { callCorrections } from './migrations/41-50/48-call-corrections.ts'
import { decisionFacts } from './migrations/41-50/49-decision-facts.ts'
import { versionsOfCalls } from './migrations/41-50/50-versions-of-calls.ts'
import { batchResults, batchRows } from './migrations/51-60/51-batch-results.ts'
import { requestCounts } from './migrations/51-60/52-request-counts.ts'
import { knownOutcomes } from './migrations/51-60/53-known-outcomes.ts'
import { approvingEdits } from './migrations/51-60/54-approving-edits.ts'
import { reviewersById } from './migrations/51-60/55-reviewers-by-id.ts'
import { firstCalls } from './migrations/51-60/56-first-calls.ts'
import { confirmedRisks } from './migrations/51-60/57-confirmed-risks.ts'
import { columnAnswers } from './migrations/51-60/58-column-answers.ts'
import { fileRows } from './migrations/51-60/59-file-rows.ts'
import { ownNumbers } from './migrations/51-60/60-own-numbers.ts'

export const migrations: Record<string, Migration> = {
  '2026-11-20 first tables': ledgerAndRegistry,
  '2026-11-21 review and administration': reviewAndCalls,
  '2026-11-22 events': webhookEvents,
  '2026-11-23 writes': recordWrites,
  '2026-11-24 what was last read': snapshots,
  '2026-11-25 invitations by e-mail': invitationEmail,
  '2026-11-26 rests': launchRemainders,
  '2026-11-27 settled once': settledOnce,
  '2026-11-28 workspaces of writes': writeWorkspace,
  '2026-11-29 contacts': contacts,
  '2026-12-02 who made an invitation': invitationCreator,
  '2026-12-03 rechecks': rechecks,
  '2026-12-05 search words': searchWords,
  '2026-12-07 dismissed decisions': dismissedDecisions,
  '2026-12-14 do not call': doNotCall,
  '2026-12-15 prepared batches': preparedBatches,
  '2026-12-16 approvals': approvals,
  '2026-12-17 breaker': breakerStops,
  '2026-12-18 launches of batches': launchesOfBatches,
  '2026-12-19 batch closings': batchClosings,
  '2026-12-20 do not call take back': doNotCallTakeBack,
  '2026-12-21 gateways': gateways,
  '2026-12-22 request places': requestPlaces,
  '2026-12-23 shared reads': sharedReads,
  '2026-12-24 open effects': openEffects,
  '2026-12-25 exports': exports,
  '2026-12-26 indexes': indexes,
  '2026-12-27 audit filters': auditFilters,
  '2026-12-28 kept calls': keptCalls,
  '2027-01-01 kept call search': keptCallSearch,
  '2027-01-02 kept call outcomes': keptCallOutcomes,
  '2027-01-03 reject reasons': rejectReasons,
  '2027-01-06 first approvals': firstApprovals,
  '2027-01-07 call notes': callNotes,
  '2027-01-08 saved views': savedViews,
  '2027-01-09 new drafts': newDrafts,
  '2027-01-10 former names': formerNames,
  '2027-01-11 record versions': recordVersions,
  '2027-01-12 password links': passwordLinks,
  '2027-01-13 call moods': callMoods,
  '2027-01-14 passkeys': passkeys,
  '2027-01-15 record IDs': recordIds,
  '2027-01-16 passkey challenges': passkeyChallenges,
  '2027-01-17 call facts': callFacts,
  '2027-01-18 call corrections': callCorrections,
  '2027-01-18 decision facts': decisionFacts,
  '2027-01-19 versions of calls': versionsOfCalls,
  '2027-01-20 batch results': batchResults,
  '2027-01-20 batch rows': batchRows,
  '2027-01-21 request counts': requestCounts,
  '2027-01-22 known outcomes': knownOutcomes,
  '2027-01-23 approving edits': approvingEdits,
  '2027-01-24 reviewers by ID': reviewersById,
  '2027-01-25 first calls': firstCalls,
  '2027-01-26 confirmed risks': confirmedRisks,
  '2027-01-27 column answers': columnAnswers,
  '2027-01-28 file rows': fileRows,
  '2027-01-29 own numbers': ownNumbers,
}
