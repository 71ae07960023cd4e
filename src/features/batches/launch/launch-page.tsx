/** `/batches/new`: upload, validate, preview, start. The step is in the URL; the launch store holds everything else. */
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { agentsRead } from '#components/agents/agent-picker.tsx'
import { flowsRead } from '#components/agents/use-readiness.ts'
import type { Effect } from '#contract/index.ts'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { prepareReader } from '#recipients/worker/client.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { batchesTitle, peopleFrom } from '../texts.tsx'
import { UnknownStart } from '../unknown-start.tsx'
import { PreviewStep } from './preview-step.tsx'
import { useRecipientsCheck } from './start/use-recipients-check.ts'
import { StartStep } from './start-step.tsx'
import { callsOf, fileOf, type Launch, type Questions, type Step, stepOf, steps } from './state/launch.ts'
import { LaunchSearch, launchSearch, type ShownRows } from './state/launch-search.ts'
import {
  askService,
  chooseFile,
  closeLaunch,
  discardFile,
  finish,
  restoreLaunches,
  useLaunch,
  useLaunchStorage,
} from './state/launch-store.ts'
import { noCallableRow } from './state/texts.ts'
import { Steps } from './step-navigation.tsx'
import * as texts from './texts.tsx'
import { UploadStep } from './upload-step.tsx'
import { ValidateStep } from './validate-step.tsx'

export const loader = async () => {
  prepareReader()
  await Promise.all([load(agentsRead, flowsRead), restoreLaunches()])
  return null
}

const Nav = ({ back, next }: { back?: ReactNode; next: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    {back}
    <span className="ml-auto">{next}</span>
  </div>
)
const Back = ({ to }: { to: Exclude<Step, 'start'> }) => (
  <ButtonLink to={launchSearch(to)}>{texts.backTo[to]}</ButtonLink>
)

/** The checks that the service runs at each step. */
const checksAt: Record<Step, readonly (keyof Questions)[]> = {
  upload: [],
  validate: ['asRead'],
  preview: ['clean', 'preview'],
  start: ['clean'],
}

function useServiceChecks(launch: Launch, step: Step, allowed: boolean) {
  const file = fileOf(launch)
  const { questions, pendingOperations } = launch
  const isReady = allowed && file !== null && file.phoneColumn !== null && pendingOperations === 0
  // Starts the checks of this step that have not run yet.
  useEffect(() => {
    if (!isReady) return
    for (const what of checksAt[step]) if (questions[what].kind === 'not_asked') void askService(what)
  }, [isReady, step, questions])
}

/** Moves the focus to the new step, because the button that was clicked no longer exists. */
function useStepFocus(step: string) {
  const box = useRef<HTMLDivElement>(null)
  const previous = useRef(step)
  // Moves the focus after the new step is rendered.
  useEffect(() => {
    if (previous.current !== step) box.current?.focus({ preventScroll: true })
    previous.current = step
  }, [step])
  return box
}

/** Warns before the page is left, if the browser cannot store the new batch. */
function useUnloadWarning(when: boolean) {
  // Opens the browser's own dialog.
  useEffect(() => {
    if (!when) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', preventUnload)
    return () => removeEventListener('beforeunload', preventUnload)
  }, [when])
}

/** The link to the next step. */
const Forward = ({ to, calls, children }: { to: Step; calls: number; children: string }) => (
  <ButtonLink
    to={launchSearch(to)}
    variant="primary"
    disabledReason={calls === 0 && to !== 'validate' && noCallableRow}
  >
    {children}
  </ButtonLink>
)

interface StepProps {
  launch: Launch
  step: Step
  show: ShownRows
  /** Why the operator cannot run the service's checks; '' if they can. */
  refused: string
  onFile: (file: File) => void
}

function CurrentStep({ launch, step, show, refused, onFile }: StepProps) {
  const file = fileOf(launch)
  const calls = callsOf(launch)
  const check = useRecipientsCheck(launch, step)
  if (step === 'upload' || !file) {
    const next = (
      <Forward to="validate" calls={calls}>
        {texts.checkRows}
      </Forward>
    )
    return <UploadStep launch={launch} onFile={onFile} next={<Nav next={next} />} />
  }
  if (step === 'validate') {
    const next = (
      <Forward to="preview" calls={calls}>
        {texts.continueWithRows(calls)}
      </Forward>
    )
    const nav = <Nav back={<Back to="upload" />} next={next} />
    return <ValidateStep launch={launch} file={file} show={show} check={check} refused={refused} next={nav} />
  }
  if (step === 'preview') {
    const next = (
      <Forward to="start" calls={calls}>
        {texts.continueWithCalls(calls)}
      </Forward>
    )
    const nav = <Nav back={<Back to="validate" />} next={next} />
    return <PreviewStep launch={launch} file={file} check={check} refused={refused} next={nav} />
  }
  return <StartStep launch={launch} file={file} check={check} refused={refused} back={<Back to="preview" />} />
}

/** Shown when somebody else has resolved the unknown start. The operator can then continue with this batch. */
function ResolvedStart({ effect, onContinue }: { effect: Effect; onContinue: () => void }) {
  return (
    <Section title={texts.startResolved}>
      <p className="max-w-[72ch]">{texts.resolvedStart(effect.settledBy, effect.happened === true)}</p>
      <div className="mt-3">
        <Button variant="primary" onClick={onContinue}>
          {effect.happened ? texts.showBatches : texts.backToStart}
        </Button>
      </div>
    </Section>
  )
}

function UnknownStartStep({ effectId, launch }: { effectId: string; launch: Launch }) {
  const navigate = useNavigate()
  const effect = useRead(read('effectList', { query: { effectId } })).data?.effects[0] ?? null
  const resolved = (happened: boolean, batchId: string | null) => {
    finish({ type: 'resolved', happened })
    // If nobody was called, the batch can be started again.
    void navigate(happened ? (batchId ? paths.batch(batchId) : paths.batches()) : launchSearch('start'))
  }
  if (effect !== null && effect.state !== 'unknown')
    return <ResolvedStart effect={effect} onContinue={() => resolved(effect.happened === true, null)} />
  return <UnknownStart facts={{ effectId, agentId: launch.agentId, effect }} onResolved={resolved} />
}

/** Lists the stored batches again when this tab is shown: other tabs may have continued or closed them. */
function useRestoreWhenShown(when: boolean) {
  // Follows the visibility of the tab.
  useEffect(() => {
    if (!when) return
    const restore = () => {
      if (document.visibilityState === 'visible') void restoreLaunches()
    }
    document.addEventListener('visibilitychange', restore)
    return () => document.removeEventListener('visibilitychange', restore)
  }, [when])
}

export function Component() {
  const launch = useLaunch()
  const { canStore } = useLaunchStorage()
  const [search, setSearch] = useSearch(LaunchSearch)
  const { reason } = usePermission('batchValidate')
  const step = stepOf(launch, search.step)
  // At the upload step, the buttons also change when a file is read or refused.
  const focusKey = step === 'upload' ? `upload, ${launch.reading.kind}` : step
  const box = useStepFocus(launch.unknown ? 'unknown' : focusKey)
  useServiceChecks(launch, step, reason === '')
  useUnloadWarning(launch.source !== null && !canStore)
  useRestoreWhenShown(launch.source === null)
  const choose = (file: File) => {
    chooseFile(file)
    setSearch({ step: 'validate', show: 'all' })
  }
  const prepareAnother = () => {
    closeLaunch()
    setSearch({ step: 'upload', show: 'all' })
  }
  const discard = () => {
    discardFile()
    setSearch({ step: 'upload', show: 'all' })
  }

  return (
    <Page>
      <PageHeader
        title={texts.pageTitle}
        back={{ to: paths.batches(), label: batchesTitle }}
        facts={
          launch.origin ? (
            <span>
              {peopleFrom(
                launch.origin.calls,
                launch.origin.people,
                <Link to={paths.batch(launch.origin.batchId)}>{launch.origin.name}</Link>,
              )}
            </span>
          ) : (
            texts.pageFacts
          )
        }
        actions={
          launch.unknown ? (
            <Button onClick={prepareAnother}>{texts.prepareAnother}</Button>
          ) : (
            launch.source && <Button onClick={discard}>{texts.discardBatch}</Button>
          )
        }
      />
      <Steps launch={launch} current={step} />
      <div
        ref={box}
        tabIndex={-1}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for controls alone
        role="group"
        aria-label={texts.stepLabel(steps.indexOf(step) + 1, steps.length, texts.stepTitles[step])}
        className="flex flex-col gap-4 outline-none"
      >
        {launch.unknown ? (
          <UnknownStartStep effectId={launch.unknown.effectId} launch={launch} />
        ) : (
          <CurrentStep launch={launch} step={step} show={search.show} refused={reason} onFile={choose} />
        )}
      </div>
    </Page>
  )
}
