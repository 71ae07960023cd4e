/**
 * Where a launch is worked on: the one place that holds its state and the open file, so that going to another page and back loses
 * nothing. What changes the state is `reduce`; here stand the things that take time: the worker, and the service's own check.
 */
import { useSyncExternalStore } from 'react'
import { request } from '#api/client.ts'
import { Refusal } from '#contract/index.ts'
import type { Choices } from '#recipients/read.ts'
import { type Opened, openFile } from '#recipients/worker-client.ts'
import { type Filter, type RowWindow } from '#recipients/worker-protocol.ts'
import { callsOf, type Event, type Launch, noLaunch, type Questions, reduce } from './launch.ts'

let launch: Launch = noLaunch
let file: File | null = null
let opened: Opened | null = null
let reading: AbortController | null = null
const listeners = new Set<() => void>()

/** @returns whether the event changed anything */
export function dispatch(event: Event): boolean {
  const before = launch
  launch = reduce(launch, event)
  if (launch === before) return false
  for (const listener of listeners) listener()
  return true
}

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The launch as it stands. */
export const useLaunch = (): Launch => useSyncExternalStore(follow, () => launch)

function close(): void {
  reading?.abort()
  opened?.close()
  reading = null
  opened = null
}

const unreadable = {
  code: 'not_text',
  message: 'This file could not be read from the disk. Nothing was sent. Choose it again.',
} as const

/** Reads the chosen file, anew or under other choices. An answer that comes too late belongs to an earlier turn and is not taken. */
async function read(chosen: File, choices: Choices): Promise<void> {
  const { turn } = launch
  const mine = new AbortController()
  reading = mine
  const onProgress = (progress: Parameters<Parameters<typeof openFile>[2]>[0]) => {
    dispatch({ type: 'readOn', turn, progress })
  }
  try {
    const outcome = await openFile(chosen, choices, onProgress, { signal: mine.signal })
    if (turn !== launch.turn) return outcome.ok ? outcome.opened.close() : undefined
    if (outcome.ok) opened = outcome.opened
    dispatch(
      outcome.ok
        ? { type: 'fileRead', turn, file: outcome.opened.summary }
        : { type: 'fileRefused', turn, refusal: outcome.refusal },
    )
  } catch {
    if (!mine.signal.aborted) dispatch({ type: 'fileRefused', turn, refusal: unreadable })
  }
}

async function choose(kept: Opened, choices: Choices): Promise<void> {
  const { turn } = launch
  const verdicts = await kept.choose(choices).catch(() => null)
  if (verdicts === null) dispatch({ type: 'fileRefused', turn, refusal: unreadable })
  else if (verdicts.ok) dispatch({ type: 'fileRead', turn, file: verdicts.summary })
  else dispatch({ type: 'fileRefused', turn, refusal: verdicts.refusal })
}

export function chooseFile(chosen: File): void {
  if (!dispatch({ type: 'fileChosen', name: chosen.name, size: chosen.size })) return
  close()
  file = chosen
  void read(chosen, {})
}

/** Other choices about the same file: encoding, delimiter, phone column, rows left out. */
export function changeChoices(choices: Choices): void {
  if (!file || !dispatch({ type: 'choicesChanged', choices })) return
  if (opened) void choose(opened, choices)
  else void read(file, choices)
}

/** Puts the file away, also while it is being read. */
export function forgetFile(): void {
  if (!dispatch({ type: 'fileForgotten' })) return
  close()
  file = null
}

/** What was started, or is known to have started, is not kept. */
export function finish(event: Extract<Event, { type: 'started' | 'settled' }>): void {
  dispatch(event)
  if (launch.source !== null) return
  close()
  file = null
}

export const rowsOf = (window: { from: number; to: number; filter: Filter }): Promise<RowWindow> =>
  opened ? opened.rows(window) : Promise.resolve({ rows: [], total: 0 })

/** The file that is sent; null when it is no longer the one that was checked. */
export async function cleanFile(): Promise<Blob | null> {
  const kept = opened
  return kept && (await kept.isUnchanged()) ? kept.clean() : null
}

export const leftOutFile = (): Promise<Blob | null> => opened?.leftOut() ?? Promise.resolve(null)

const askable: readonly string[] = ['not_asked', 'silent']

function silence(error: unknown): string {
  if (!(error instanceof Refusal)) return 'Its answer could not be read.'
  // Nothing could have happened: this changes nothing.
  return error.code === 'gateway_down' ? 'Switchboard itself is not answering.' : error.message
}

/** Asks the service about the rows that would be sent: once for each reading unless it stays silent, and never in the way. */
export async function askService(what: keyof Questions): Promise<void> {
  const { turn } = launch
  const kept = opened
  if (!kept || callsOf(launch) === 0 || !askable.includes(launch.questions[what].kind)) return
  dispatch({ type: 'asked', turn, what })
  try {
    const clean = await kept.clean()
    if (what === 'check') {
      const { data } = await request('batchValidate', { upload: {}, file: clean })
      dispatch({ type: 'checkAnswered', turn, answer: data })
    } else {
      const { data } = await request('batchPreview', { upload: {}, file: clean })
      dispatch({ type: 'previewAnswered', turn, answer: data })
    }
  } catch (error) {
    dispatch({ type: 'staySilent', turn, what, why: silence(error) })
  }
}
