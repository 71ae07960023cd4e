/** `/batches/new`: upload, validate, preview, start. The step is in the URL. All other state is in `new-batch-store.ts`. */
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { agentsRead, flowsRead } from '#components/agents/use-readiness.ts'
import type { Effect } from '#contract/index.ts'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { prepareReader } from '#recipients/worker/client.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { MoreActions } from '#ui/overlays/more-actions.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { batchesTitle, peopleFrom } from '../texts.tsx'
import { UnknownStart } from '../unknown-start.tsx'
import { PreviewStep } from './preview-step.tsx'
import { useFlowVariables } from './rows/use-missing-variables.ts'
import { useRecipientsCheck } from './start/use-recipients-check.ts'
import { StartStep } from './start-step.tsx'
import { callCountOf, fileOf, type NewBatch, type ServiceChecks, type Step, stepOf, steps } from './state/new-batch.ts'
import { newBatchFields, newBatchSearch, type ShownRows } from './state/new-batch-search.ts'
import {
  chooseFile,
  closeNewBatch,
  discardFile,
  finish,
  restoreNewBatches,
  runServiceCheck,
  setVariables,
  useNewBatch,
  useNewBatchStorage,
} from './state/new-batch-store.ts'
import { noCallableRow } from './state/texts.ts'
import { StepFooter, Steps } from './step-navigation.tsx'
import * as texts from './texts.tsx'
import { UploadStep } from './upload-step.tsx'
import { ValidateStep } from './validate-step.tsx'

export const loader = async () => {
  prepareReader()
  await Promise.all([load(agentsRead, flowsRead), restoreNewBatches()])
  return null
}

const BackLink = ({ to }: { to: Step }) => <ButtonLink to={newBatchSearch(to)}>Back</ButtonLink>

/** The checks that the service runs at each step. */
const checksByStep: Record<Step, readonly (keyof ServiceChecks)[]> = {
  upload: [],
  validate: ['asRead'],
  preview: ['clean', 'preview'],
  start: ['clean'],
}

function useServiceChecks(newBatch: NewBatch, step: Step, isAllowed: boolean) {
  const file = fileOf(newBatch)
  const { serviceChecks, pendingOperations } = newBatch
  const isReady = isAllowed && file !== null && file.phoneColumn !== null && pendingOperations === 0
  // Starts the checks of this step that have not run yet.
  useEffect(() => {
    if (!isReady) return
    for (const name of checksByStep[step]) if (serviceChecks[name].kind === 'not_started') void runServiceCheck(name)
  }, [isReady, step, serviceChecks])
}

/** Tells the check of the rows the variables of the chosen agent's flow: their columns are for the agent. */
function useVariablesOfFlow(newBatch: NewBatch) {
  const names = useFlowVariables(newBatch.agentId)
  // The worker that checks the rows is outside of React.
  useEffect(() => setVariables(names === '' ? [] : names.split('\n')), [names])
}

/** Moves the focus to the new step, because the button that was clicked no longer exists. */
function useStepFocus(step: string) {
  const stepBox = useRef<HTMLDivElement>(null)
  const previous = useRef(step)
  // Moves the focus after the new step is rendered.
  useEffect(() => {
    if (previous.current !== step) stepBox.current?.focus({ preventScroll: true })
    previous.current = step
  }, [step])
  return stepBox
}

/** Warns before the operator leaves the page, if the browser cannot store the new batch. */
function useUnloadWarning(isEnabled: boolean) {
  // Opens the browser's own dialog.
  useEffect(() => {
    if (!isEnabled) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', preventUnload)
    return () => removeEventListener('beforeunload', preventUnload)
  }, [isEnabled])
}

interface StepProps {
  newBatch: NewBatch
  step: Step
  /** undefined: nothing was chosen. */
  shownRows: ShownRows | undefined
  /** Why the operator cannot run the service's checks; '' if they can. */
  checkRefusedReason: string
  onFile: (file: File) => void
}

function CurrentStep({ newBatch, step, shownRows, checkRefusedReason, onFile }: StepProps) {
  const file = fileOf(newBatch)
  const calls = callCountOf(newBatch)
  const check = useRecipientsCheck(newBatch, step)
  if (!file) return <UploadStep newBatch={newBatch} onFile={onFile} />
  const checked = { newBatch, file, check, checkRefusedReason }
  if (step === 'start') return <StartStep {...checked} back={<BackLink to="preview" />} />
  const next = {
    upload: { to: 'validate', label: 'Check the rows' },
    validate: { to: 'preview', label: `Continue with ${plural(calls, 'row', 'rows')}` },
    preview: { to: 'start', label: `Continue with ${plural(calls, 'call', 'calls')}` },
  } as const
  const { to, label } = next[step]
  return (
    <>
      {step === 'upload' && <UploadStep newBatch={newBatch} onFile={onFile} />}
      {step === 'validate' && <ValidateStep key={newBatch.readingNumber} {...checked} shownRows={shownRows} />}
      {step === 'preview' && <PreviewStep {...checked} />}
      <StepFooter
        back={step !== 'upload' && <BackLink to={step === 'preview' ? 'validate' : 'upload'} />}
        summary={`${number(calls)} of ${number(file.counts.read - file.counts.blank)} will be called`}
      >
        <ButtonLink
          to={newBatchSearch(to)}
          variant="primary"
          disabledReason={calls === 0 && step !== 'upload' && noCallableRow}
        >
          {label}
        </ButtonLink>
      </StepFooter>
    </>
  )
}

/** Shown when somebody else has recorded the outcome of an unknown start. The operator can then continue with this batch. */
function ResolvedStart({ effect, onContinue }: { effect: Effect; onContinue: () => void }) {
  return (
    <Section title="Start resolved">
      <p className="max-w-[72ch]">
        {effect.settledBy ?? 'Switchboard'} recorded that this batch{' '}
        {effect.happened === true
          ? 'started. It is in the list of batches.'
          : 'did not start. Nobody in it was called. You can start it again.'}
      </p>
      <div className="mt-3">
        <Button variant="primary" onClick={onContinue}>
          {effect.happened ? 'Show batches' : 'Back to start'}
        </Button>
      </div>
    </Section>
  )
}

function UnknownStartStep({ effectId, newBatch }: { effectId: string; newBatch: NewBatch }) {
  const navigate = useNavigate()
  const effect = useRead(read('effectList', { query: { effectId } })).data?.effects[0] ?? null
  const handleResolved = (happened: boolean, batchId: string | null) => {
    finish({ type: 'resolved', happened })
    // If nobody was called, the batch can be started again.
    void navigate(happened ? (batchId ? paths.batch(batchId) : paths.batches()) : newBatchSearch('start'))
  }
  if (effect !== null && effect.state !== 'unknown')
    return <ResolvedStart effect={effect} onContinue={() => handleResolved(effect.happened === true, null)} />
  return <UnknownStart facts={{ effectId, agentId: newBatch.agentId, effect }} onResolved={handleResolved} />
}

/** Lists the stored batches again when this tab is shown: other tabs may have continued or closed them. */
function useRestoreWhenShown(isEnabled: boolean) {
  // Follows the visibility of the tab.
  useEffect(() => {
    if (!isEnabled) return
    const restore = () => {
      if (document.visibilityState === 'visible') void restoreNewBatches()
    }
    document.addEventListener('visibilitychange', restore)
    return () => document.removeEventListener('visibilitychange', restore)
  }, [isEnabled])
}

export function Component() {
  const newBatch = useNewBatch()
  const { canStore } = useNewBatchStorage()
  const [search, setSearch] = useSearch(newBatchFields)
  const { reason } = usePermission('batchValidate')
  const step = stepOf(newBatch, search.step)
  // At the upload step, the buttons also change when a file is read or refused.
  const focusKey = step === 'upload' ? `upload, ${newBatch.fileReading.kind}` : step
  const stepBox = useStepFocus(newBatch.unknown ? 'unknown' : focusKey)
  useServiceChecks(newBatch, step, reason === '')
  useVariablesOfFlow(newBatch)
  useUnloadWarning(newBatch.source !== null && !canStore)
  useRestoreWhenShown(newBatch.source === null)
  const chooseAndValidate = (file: File) => {
    chooseFile(file)
    setSearch({ step: 'validate', show: undefined })
  }
  const prepareAnother = () => {
    closeNewBatch()
    setSearch({ step: 'upload', show: undefined })
  }
  const discard = () => {
    discardFile()
    setSearch({ step: 'upload', show: undefined })
  }

  return (
    <Page>
      <PageHeader
        title="New batch"
        back={{ to: paths.batches(), label: batchesTitle }}
        facts={
          newBatch.origin ? (
            <span>
              {peopleFrom(
                newBatch.origin.calls,
                newBatch.origin.people,
                <Link to={paths.batch(newBatch.origin.batchId)}>{newBatch.origin.name}</Link>,
              )}
            </span>
          ) : (
            !newBatch.unknown && 'Call everyone in a spreadsheet or CSV file with one agent.'
          )
        }
        actions={
          newBatch.unknown ? (
            <Button onClick={prepareAnother}>Prepare another batch</Button>
          ) : (
            newBatch.source && (
              <MoreActions items={[{ key: 'discard', label: 'Discard this batch', onSelect: discard }]} />
            )
          )
        }
      />
      <Steps newBatch={newBatch} current={step} />
      <div
        ref={stepBox}
        tabIndex={-1}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for controls alone
        role="group"
        aria-label={`Step ${steps.indexOf(step) + 1} of ${steps.length}: ${texts.stepTitles[step]}`}
        className="flex flex-col gap-4 outline-none"
      >
        {newBatch.unknown ? (
          <UnknownStartStep effectId={newBatch.unknown.effectId} newBatch={newBatch} />
        ) : (
          <CurrentStep
            newBatch={newBatch}
            step={step}
            shownRows={search.show}
            checkRefusedReason={reason}
            onFile={chooseAndValidate}
          />
        )}
      </div>
    </Page>
  )
}
