/** `/batches/new`: upload, validate, preview, start. The step is in the address; what is prepared is in the launch store. */
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
import { plural } from '#ui/text/format-number.ts'
import { peopleFrom } from '../texts.tsx'
import { UnknownStart } from '../unknown-start.tsx'
import { PreviewStep } from './preview-step.tsx'
import { useRecipientsCheck } from './start/use-recipients-check.ts'
import { StartStep } from './start-step.tsx'
import { callsOf, fileOf, type Launch, type Questions, type Step, stepOf, steps } from './state/launch.ts'
import { LaunchSearch, launchSearch, type ShownRows } from './state/launch-search.ts'
import {
  askService,
  chooseFile,
  discardFile,
  finish,
  restoreLaunches,
  setAside,
  useLaunch,
  useLaunchStorage,
} from './state/launch-store.ts'
import { Steps, stepTitles } from './step-navigation.tsx'
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
const Back = ({ to, children }: { to: Step; children: string }) => (
  <ButtonLink to={launchSearch(to)}>{children}</ButtonLink>
)

/** What the service is asked at which step: of the rows as they stand once, of the file that is sent once before the start. */
const asked: Record<Step, readonly (keyof Questions)[]> = {
  upload: [],
  validate: ['asRead'],
  preview: ['clean', 'preview'],
  start: ['clean'],
}

function useSecondLook(launch: Launch, step: Step, allowed: boolean) {
  const file = fileOf(launch)
  const { questions, pendingOperations } = launch
  const wanted = allowed && file !== null && file.phoneColumn !== null && pendingOperations === 0
  // The service.
  useEffect(() => {
    if (!wanted) return
    for (const what of asked[step]) if (questions[what].kind === 'not_asked') void askService(what)
  }, [wanted, step, questions])
}

/** The step that came takes the focus: the button that led to it is gone. */
function useStepFocus(step: string) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  // The document's focus.
  useEffect(() => {
    if (shown.current !== step) box.current?.focus({ preventScroll: true })
    shown.current = step
  }, [step])
  return box
}

/** Closing the window would lose what is prepared, where the browser does not keep it. */
function useGuard(when: boolean) {
  // The browser's own question.
  useEffect(() => {
    if (!when) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [when])
}

/** On to the next step: the number says with how much. */
const Forward = ({ to, calls, children }: { to: Step; calls: number; children: string }) => (
  <ButtonLink
    to={launchSearch(to)}
    variant="primary"
    disabledReason={calls === 0 && to !== 'validate' && 'No row of this file can be called.'}
  >
    {children}
  </ButtonLink>
)

interface StepProps {
  launch: Launch
  step: Step
  show: ShownRows
  /** Why the service is not asked for its own look. */
  refused: string
  onFile: (file: File) => void
}

function StepShown({ launch, step, show, refused, onFile }: StepProps) {
  const file = fileOf(launch)
  const calls = callsOf(launch)
  const check = useRecipientsCheck(launch, step)
  if (step === 'upload' || !file) {
    const next = (
      <Forward to="validate" calls={calls}>
        Look at the rows
      </Forward>
    )
    return <UploadStep launch={launch} onFile={onFile} next={<Nav next={next} />} />
  }
  if (step === 'validate') {
    const next = <Forward to="preview" calls={calls}>{`Go on with ${plural(calls, 'row', 'rows')}`}</Forward>
    const nav = <Nav back={<Back to="upload">Back to upload</Back>} next={next} />
    return <ValidateStep launch={launch} file={file} show={show} check={check} refused={refused} next={nav} />
  }
  if (step === 'preview') {
    const next = <Forward to="start" calls={calls}>{`Go on with ${plural(calls, 'call', 'calls')}`}</Forward>
    const nav = <Nav back={<Back to="validate">Back to the rows</Back>} next={next} />
    return <PreviewStep launch={launch} file={file} check={check} refused={refused} next={nav} />
  }
  return (
    <StartStep
      launch={launch}
      file={file}
      check={check}
      refused={refused}
      back={<Back to="preview">Back to the preview</Back>}
    />
  )
}

/** Somebody else has settled the start, so it no longer blocks this launch. */
function Settled({ effect, onGoOn }: { effect: Effect; onGoOn: () => void }) {
  return (
    <Section title="This start is settled">
      <p className="max-w-[72ch]">
        {effect.settledBy ?? 'Switchboard'} recorded that this batch{' '}
        {effect.happened
          ? 'started. It is in the list of batches.'
          : 'did not start: nobody was called. You can start it again.'}
      </p>
      <div className="mt-3">
        <Button variant="primary" onClick={onGoOn}>
          {effect.happened ? 'Show the batches' : 'Go back to the start'}
        </Button>
      </div>
    </Section>
  )
}

function Unknown({ effectId, launch }: { effectId: string; launch: Launch }) {
  const navigate = useNavigate()
  const effect = useRead(read('effectList', { query: { effectId } })).data?.effects[0] ?? null
  const settled = (happened: boolean, batchId: string | null) => {
    finish({ type: 'resolved', happened })
    // Nobody was called: the list is where it was, ready to be started.
    void navigate(happened ? (batchId ? paths.batch(batchId) : paths.batches()) : launchSearch('start'))
  }
  if (effect !== null && effect.state !== 'unknown')
    return <Settled effect={effect} onGoOn={() => settled(effect.happened === true, null)} />
  return <UnknownStart facts={{ effectId, agentId: launch.agentId, effect }} onSettled={settled} />
}

/** Lists the kept launches again when this tab is shown: other tabs may have continued or closed them. */
function useOffersAnew(when: boolean) {
  // Whether somebody looks at this tab.
  useEffect(() => {
    if (!when) return
    const look = () => {
      if (document.visibilityState === 'visible') void restoreLaunches()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [when])
}

export function Component() {
  const launch = useLaunch()
  const { canStore: works } = useLaunchStorage()
  const [search, setSearch] = useSearch(LaunchSearch)
  const { reason } = usePermission('batchValidate')
  const step = stepOf(launch, search.step)
  // A file that is read takes the upload's own buttons away, and a refused one brings others.
  const shown = step === 'upload' ? `upload, ${launch.reading.kind}` : step
  const box = useStepFocus(launch.unknown ? 'unknown' : shown)
  useSecondLook(launch, step, reason === '')
  useGuard(launch.source !== null && !works)
  useOffersAnew(launch.source === null)
  const take = (file: File) => {
    chooseFile(file)
    setSearch({ step: 'validate', show: 'all' })
  }
  const another = () => {
    setAside()
    setSearch({ step: 'upload', show: 'all' })
  }
  const discard = () => {
    discardFile()
    setSearch({ step: 'upload', show: 'all' })
  }

  return (
    <Page>
      <PageHeader
        title="New batch"
        back={{ to: paths.batches(), label: 'Batches' }}
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
            'Call everyone in a CSV file with one agent.'
          )
        }
        actions={
          launch.unknown ? (
            <Button onClick={another}>Prepare another batch</Button>
          ) : (
            launch.source && <Button onClick={discard}>Discard this batch</Button>
          )
        }
      />
      <Steps launch={launch} current={step} />
      <div
        ref={box}
        tabIndex={-1}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for controls alone
        role="group"
        aria-label={`Step ${steps.indexOf(step) + 1} of ${steps.length}: ${stepTitles[step]}`}
        className="flex flex-col gap-4 outline-none"
      >
        {launch.unknown ? (
          <Unknown effectId={launch.unknown.effectId} launch={launch} />
        ) : (
          <StepShown launch={launch} step={step} show={search.show} refused={reason} onFile={take} />
        )}
      </div>
    </Page>
  )
}
