/** Every page with its path. The code of a page is loaded when somebody opens it, or before that when the browser is idle. */
import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { loadSession } from '#api/session.ts'
import { EveryPage } from '#app/every-page.tsx'
import { RefusalPage } from '#app/refusal-page.tsx'
import { Component as Root, loader as rootLoader } from '#app/root.tsx'
import { paths } from '#kit/navigation/paths.ts'

interface PageModule {
  Component: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
  shouldRevalidate?: () => boolean
}

/** Loads the list of pages that people open only from another page. */
const loadSecondaryPages = () => import('./secondary-pages.ts')

/** Functions that load the code of each page. The list of secondary pages comes first, so that a click on one of them waits for only one file. */
const pageLoaders: (() => Promise<unknown>)[] = [loadSecondaryPages]

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
      ...(shouldRevalidate && { shouldRevalidate }),
      loader: async (args: LoaderFunctionArgs) => (await loadSession()) && ((await loader?.(args)) ?? null),
    }
  }
  return path === '' ? { index: true, lazy } : { path, lazy }
}

const pageRoutes: RouteObject[] = [
  pageRoute('', () => import('./features/overview/overview-page.tsx')),

  pageRoute('calls', () => import('./features/live-calls/wall-page.tsx')),
  pageRoute('calls/new', async () => (await loadSecondaryPages()).placeCall()),
  pageRoute('calls/:roomName', async () => (await loadSecondaryPages()).call()),

  pageRoute('recent-calls', async () => (await loadSecondaryPages()).recentCalls()),

  { path: 'answers', loader: ({ request }) => redirect(paths.answers() + new URL(request.url).search) },
  ...(['reaching', 'calls', 'decisions', 'batches', 'agents', 'review', 'cost', 'budget'] as const).map((question) =>
    pageRoute(`answers/${question}`, async () => (await loadSecondaryPages()).answers(question)),
  ),

  pageRoute('batches', () => import('./features/batches/list/batches-page.tsx')),
  pageRoute('batches/new', async () => (await loadSecondaryPages()).newBatch()),
  pageRoute('batches/:batchId', async () => (await loadSecondaryPages()).batch()),

  pageRoute('do-not-call', async () => (await loadSecondaryPages()).doNotCall()),

  pageRoute('review', () => import('./features/review/review-page.tsx')),
  pageRoute('conversations', () => import('./features/conversations/conversations-page.tsx')),
  pageRoute('conversations/:conversationId', async () => (await loadSecondaryPages()).conversation()),
  pageRoute('conversations/people/:personId', async () => (await loadSecondaryPages()).person()),

  pageRoute('agents', async () => (await loadSecondaryPages()).agentList()),
  pageRoute('agents/new', async () => (await loadSecondaryPages()).newAgent()),
  pageRoute('agents/import', async () => (await loadSecondaryPages()).importRecords()),
  pageRoute('agents/:agentId', async () => (await loadSecondaryPages()).agent()),
  pageRoute('agents/:agentId/edit', async () => (await loadSecondaryPages()).editAgent()),

  pageRoute('flows', async () => (await loadSecondaryPages()).flowList()),
  pageRoute('flows/new', async () => (await loadSecondaryPages()).newFlow(), { preloads: false }),
  pageRoute('flows/templates', async () => (await loadSecondaryPages()).flowTemplates()),
  pageRoute('flows/:flowId', async () => (await loadSecondaryPages()).flow()),
  pageRoute('flows/:flowId/edit', async () => (await loadSecondaryPages()).editFlow(), { preloads: false }),

  pageRoute('messaging-agents', async () => (await loadSecondaryPages()).messagingAgentList()),
  pageRoute('messaging-agents/new', async () => (await loadSecondaryPages()).messagingAgentForm()),
  pageRoute('messaging-agents/:messagingAgentId', async () => (await loadSecondaryPages()).messagingAgent()),
  pageRoute('messaging-agents/:messagingAgentId/edit', async () => (await loadSecondaryPages()).messagingAgentForm()),

  pageRoute('message-flows', async () => (await loadSecondaryPages()).messageFlowList()),
  pageRoute('message-flows/new', async () => (await loadSecondaryPages()).messageFlowForm()),
  pageRoute('message-flows/:messageFlowId', async () => (await loadSecondaryPages()).messageFlow()),
  pageRoute('message-flows/:messageFlowId/edit', async () => (await loadSecondaryPages()).messageFlowForm()),

  ...['agents', 'flows', 'messaging-agents', 'message-flows'].flatMap((list) => [
    pageRoute(`${list}/:recordId/versions`, async () => (await loadSecondaryPages()).versions(list)),
    pageRoute(`${list}/deleted`, async () => (await loadSecondaryPages()).deleted(list)),
  ]),

  { path: 'settings', loader: () => redirect(paths.settings()) },
  pageRoute('settings/:part', async () => (await loadSecondaryPages()).settings()),
  pageRoute('settings/operators/:operatorId', async () => (await loadSecondaryPages()).operator()),
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
              { path: '*', lazy: async () => (await loadSecondaryPages()).notFound() },
            ],
          },
        ],
      },
    ],
  },
])

/** Loads the code of the other pages while the browser is idle, so that a click shows the page without a wait. */
export function preloadAllPages(): void {
  const runWhenIdle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 500))
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
