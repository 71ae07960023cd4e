/** Every page with its path. The code of a page is loaded when somebody opens it, or before that when the browser is idle. */
import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { areReadsBegun } from '#api/first-reads.ts'
import { queryClient } from '#api/reads.ts'
import { currentSession, loadSession } from '#api/session.ts'
import { EveryPage } from '#app/every-page.tsx'
import { RefusalPage } from '#app/refusal-page.tsx'
import { Component as Root, loader as rootLoader } from '#app/root.tsx'
import { homeOf } from '#contract/index.ts'
import { stillLoading, waitBriefly } from '#kit/navigation/page-loader.ts'
import { paths } from '#kit/navigation/paths.ts'

interface PageModule {
  Component: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
  shouldRevalidate?: () => boolean
}

const loadMessaging = () => import('./features/messaging/pages.ts')
const loadVersions = () => import('./features/versions/pages.tsx')

/** What a loader returned or threw after its page was shown, for its next run. */
let lateResult: { url: string; take: () => unknown } | null = null

/** The address of the page that is shown, as its loader gets it. */
const shownUrl = () => new URL(router.state.location.pathname + router.state.location.search, location.origin)

/**
 * Runs a page's loader. A page that is opened waits only briefly for it: when the loader is done later, it runs again with what it returned
 * or threw. A page that is shown already stays as it is until the loader is done: its filters must not show what they do not filter.
 */
async function runLoader(loader: NonNullable<PageModule['loader']>, args: LoaderFunctionArgs): Promise<unknown> {
  const { url } = args.request
  // Of another page it is dropped: somebody went on before it was used, and it would be old when they return.
  const late = lateResult
  lateResult = null
  if (late?.url === url) return late.take()
  const settled = Promise.resolve(loader(args)).then(
    (data) => () => data ?? null,
    (error: unknown) => () => {
      throw error
    },
  )
  const { pathname, search } = new URL(url)
  const isFirst = !router.state.initialized
  const take =
    !isFirst && shownUrl().pathname === pathname
      ? await settled
      : await waitBriefly(settled, isFirst && areReadsBegun(pathname + search))
  if (take !== stillLoading) return take()
  void settled.then((later) => {
    if (shownUrl().href !== url || router.state.navigation.state !== 'idle') return
    lateResult = { url, take: later }
    void router.revalidate()
  })
  return stillLoading
}

/** Functions that load the code of each page. */
const pageLoaders: (() => Promise<unknown>)[] = []

/**
 * A route for a module that exports `Component`, and perhaps `loader` and `shouldRevalidate`.
 *
 * @param options.preloads false: the code is loaded only when somebody opens the page, because it is large and few people do
 */
function pageRoute(path: string, loadModule: () => Promise<PageModule>, { preloads = true } = {}): RouteObject {
  if (preloads) pageLoaders.push(loadModule)
  const lazy = async () => {
    const { Component, loader, shouldRevalidate } = await loadModule()
    return {
      Component,
      ...(shouldRevalidate && { shouldRevalidate: () => lateResult !== null || shouldRevalidate() }),
      loader: async (args: LoaderFunctionArgs) => (await loadSession()) && (loader ? runLoader(loader, args) : null),
    }
  }
  return { path, lazy }
}

/** Where pages are that had another address until 2026-11-30, or that people guess. They keep addresses in bookmarks and messages. */
const movedPages = {
  'calls/live': '/calls',
  answers: '/reports',
  'recent-calls': '/calls/ended',
  'do-not-call': '/calls/do-not-call',
  'messaging-agents': '/agents/messaging',
  'message-flows': '/flows/messages',
  'settings/budget': '/reports/budget',
  'settings/unknown': '/unfinished',
}

const pageRoutes: RouteObject[] = [
  {
    index: true,
    Component: () => null,
    loader: async ({ request }) =>
      (await loadSession())
        ? redirect(homeOf(currentSession()?.operator?.roles ?? []) + new URL(request.url).search)
        : null,
  },
  pageRoute(paths.overview(), () => import('./features/overview/overview-page.tsx')),
  pageRoute(paths.unfinished(), () => import('./features/unfinished/unfinished-page.tsx')),

  pageRoute(paths.calls(), () => import('./features/live-calls/wall-page.tsx')),
  pageRoute(paths.newCall(), () => import('./features/live-calls/place/place-page.tsx')),
  pageRoute(paths.endedCalls(), () => import('./features/recent-calls/recent-calls-page.tsx')),
  pageRoute(paths.doNotCall(), () => import('./features/do-not-call/list-page.tsx')),
  pageRoute(paths.call(':roomName'), () => import('./features/live-calls/call-page.tsx')),

  { path: 'reports', loader: ({ request }) => redirect(paths.reports() + new URL(request.url).search) },
  pageRoute(paths.reports('reaching'), () => import('./features/reports/reaching-page.tsx')),
  pageRoute(paths.reports('calls'), () => import('./features/reports/calls/calls-page.tsx')),
  pageRoute(paths.reports('decisions'), () => import('./features/reports/decisions/decisions-page.tsx')),
  pageRoute(paths.reports('batches'), () => import('./features/reports/batches/batches-page.tsx')),
  pageRoute(paths.reports('agents'), () => import('./features/reports/agents/agents-page.tsx')),
  pageRoute(paths.reports('review'), () => import('./features/reports/review/review-page.tsx')),
  pageRoute(paths.reports('cost'), () => import('./features/reports/cost/cost-page.tsx')),
  pageRoute(paths.reports('budget'), () => import('./features/reports/budget/budget-page.tsx')),

  pageRoute(paths.batches(), () => import('./features/batches/list/batches-page.tsx')),
  pageRoute(paths.newBatch(), () => import('./features/batches/new-batch/new-batch-page.tsx')),
  pageRoute(paths.batch(':batchId'), () => import('./features/batches/batch/batch-page.tsx')),

  pageRoute(paths.review(), () => import('./features/review/review-page.tsx')),
  pageRoute(paths.conversations(), () => import('./features/conversations/conversations-page.tsx')),
  pageRoute(paths.conversation(':conversationId'), () => import('./features/conversations/conversation-page.tsx')),
  pageRoute(paths.person(':personId'), () => import('./features/people/person-page.tsx')),

  pageRoute(paths.agents(), () => import('./features/agents/list-page.tsx')),
  pageRoute(paths.newAgent(), () => import('./features/agents/new-page.tsx')),
  pageRoute(paths.importRecords(), () => import('./features/import/import-page.tsx')),
  pageRoute(paths.agent(':agentId'), () => import('./features/agents/show-page.tsx')),
  pageRoute(paths.editAgent(':agentId'), () => import('./features/agents/edit-page.tsx')),

  pageRoute(paths.flows(), () => import('./features/flows/list-page.tsx')),
  pageRoute(paths.newFlow(), () => import('./features/flows/form/new-page.tsx'), { preloads: false }),
  pageRoute(paths.flowTemplates(), () => import('./features/flows/templates/templates-page.tsx')),
  pageRoute(paths.flow(':flowId'), () => import('./features/flows/show-page.tsx')),
  pageRoute(paths.editFlow(':flowId'), () => import('./features/flows/form/edit-page.tsx'), { preloads: false }),

  pageRoute(paths.messagingAgents(), async () => (await loadMessaging()).agentList),
  pageRoute(paths.newMessagingAgent(), async () => (await loadMessaging()).agentForm),
  pageRoute(paths.messagingAgent(':messagingAgentId'), async () => (await loadMessaging()).agentShow),
  pageRoute(paths.editMessagingAgent(':messagingAgentId'), async () => (await loadMessaging()).agentForm),

  pageRoute(paths.messageFlows(), async () => (await loadMessaging()).flowList),
  pageRoute(paths.newMessageFlow(), async () => (await loadMessaging()).flowForm),
  pageRoute(paths.messageFlow(':messageFlowId'), async () => (await loadMessaging()).flowShow),
  pageRoute(paths.editMessageFlow(':messageFlowId'), async () => (await loadMessaging()).flowForm),

  ...['agents', 'flows', 'agents/messaging', 'flows/messages'].flatMap((list) => [
    pageRoute(`${list}/:recordId/versions`, async () => (await loadVersions()).versionsOf(list)),
    pageRoute(`${list}/deleted`, async () => (await loadVersions()).deletedOf(list)),
  ]),

  ...Object.entries(movedPages).map(
    ([from, to]): RouteObject => ({
      path: `${from}/*`,
      loader: ({ request, params: { '*': rest } }) =>
        redirect((rest ? `${to}/${rest}` : to) + new URL(request.url).search),
    }),
  ),

  { path: 'settings', loader: () => redirect(paths.settings()) },
  pageRoute('settings/:part', () => import('./features/settings/settings-page.tsx')),
  pageRoute(paths.operator(':operatorId'), () => import('./features/settings/operators/operator-page.tsx')),
]

export const router = createBrowserRouter([
  {
    id: 'root',
    Component: Root,
    loader: rootLoader,
    // The session is polled, so a navigation does not need to reload it.
    shouldRevalidate: () => false,
    ErrorBoundary: RefusalPage,
    children: [
      {
        Component: EveryPage,
        children: [
          {
            ErrorBoundary: RefusalPage,
            children: [
              ...pageRoutes,
              { path: 'sign-in', Component: () => null },
              { path: '*', lazy: () => import('#app/not-found-page.tsx') },
            ],
          },
        ],
      },
    ],
  },
])

/** How often to look whether the page has its data, ms. */
const readingCheckMs = 100

/**
 * Loads the code of the other pages while the browser is idle and the page waits for no answer, so that a click shows the page without a
 * wait. Call it after the page was rendered.
 */
export function preloadAllPages(): void {
  const whenIdle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 500))
  // Not at once: what the page reads beside its loader begins after it was painted.
  const runWhenIdle = (work: () => void): unknown =>
    setTimeout(() => (queryClient.isFetching() > 0 ? runWhenIdle(work) : whenIdle(work)), readingCheckMs)
  const loadNext = () => {
    const loadPage = pageLoaders.shift()
    if (loadPage)
      void loadPage().then(
        () => runWhenIdle(loadNext),
        () => undefined,
      )
  }
  runWhenIdle(loadNext)
}
